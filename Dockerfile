# The page for the table, for the public: docs/howto/serve.md says how to run it.
FROM python:3.13-slim
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY incan_math incan_math
RUN pip install --no-cache-dir ".[fast,web]" && rm -rf /src \
    && useradd --create-home player
USER player
WORKDIR /home/player
ENV NUMBA_CACHE_DIR=/home/player/numba INCAN_MATH_CACHE=/home/player/results
# Compiled once, here, so that the first visitor does not wait for it.
RUN incan-math decide "7 fire 11 snakes" --players 3 --no-cache
EXPOSE 8765
CMD ["incan-math", "serve", "--host", "0.0.0.0", "--port", "8765", "--limit", "20000000", "--seconds", "120", "--no-cache"]
