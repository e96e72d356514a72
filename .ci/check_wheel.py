"""Check that a built wheel holds the package, whole and alone."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path


def main(wheel: str) -> None:
    here = Path(__file__).parent.parent
    sources = {str(path.relative_to(here)) for path in (here / "incan_math").rglob("*.py")}
    data = {str(path.relative_to(here)) for path in (here / "incan_math").rglob("*.incan")}
    wanted = sources | data | {"incan_math/py.typed"}
    names = set(zipfile.ZipFile(wheel).namelist())
    packed = {name for name in names if ".dist-info/" not in name}
    missing, extra = wanted - packed, packed - wanted
    if missing or extra:
        sys.exit(f"{wheel}: missing {sorted(missing)}, not wanted {sorted(extra)}")
    about = {name.rpartition("/")[2] for name in names - packed}
    if not {"METADATA", "RECORD", "LICENSE", "entry_points.txt"} <= about:
        sys.exit(f"{wheel}: its metadata lacks something: {sorted(about)}")
    print(f"{len(packed)} files, all of incan_math and nothing else")


if __name__ == "__main__":
    main(sys.argv[1])
