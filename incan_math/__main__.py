"""`python -m incan_math` is the command line."""

from incan_math.cli.app import main

if __name__ == "__main__":
    main()
