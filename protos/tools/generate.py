"""Generated code from the contract: run by `make protos`, and by the test that it is current.

Runs in the tool environment (.tools: buf-bin, grpcio-tools, mypy-protobuf), because the
generator needs an older protobuf than the service: what protoc 31 writes runs on protobuf
6.31 up to 7.x, so that clients are free to choose.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from google.protobuf import descriptor_pb2

PROTOS = Path(__file__).resolve().parent.parent
ROOT = PROTOS.parent
STUBS = Path("clients/python/src/croupier")
DESCRIPTORS = Path("service/src/croupier/service/transport/descriptors.binpb")
PACKAGES = ("v1", "games")
MINUTES_MAX = 5


def main() -> None:
    """Replace the stubs and the descriptor set under `--out` (the repository by default)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT, help="root of the tree to write into")
    out: Path = parser.parse_args().out
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        _buf("generate", "--output", str(fresh))
        _buf("build", "--as-file-descriptor-set", "--output", str(fresh / "image.binpb"))
        _drop_empty_stubs(fresh)
        for package in PACKAGES:
            shutil.rmtree(out / STUBS / package, ignore_errors=True)
            shutil.copytree(fresh / "croupier" / package, out / STUBS / package)
            (out / STUBS / package / "py.typed").touch()
        (out / DESCRIPTORS).parent.mkdir(parents=True, exist_ok=True)
        image = (fresh / "image.binpb").read_bytes()
        (out / DESCRIPTORS).write_bytes(_with_comments_alone(image))


def _with_comments_alone(image: bytes) -> bytes:
    """The descriptor set with our comments, but without line numbers and others' comments."""
    files = descriptor_pb2.FileDescriptorSet.FromString(image)
    for file in files.file:
        places = file.source_code_info.location
        said = [place for place in places if place.leading_comments]
        del places[:]
        if file.package.startswith("croupier."):
            for place in said:
                places.add(path=place.path, leading_comments=place.leading_comments)
    return files.SerializeToString(deterministic=True)


def _drop_empty_stubs(fresh: Path) -> None:
    """The generators write a file of stubs for every contract, even one without services."""
    for stub in sorted(fresh.rglob("*_pb2_grpc.py")):
        if "class " not in stub.read_text():
            stub.unlink()
            stub.with_suffix(".pyi").unlink()


def _buf(*arguments: str) -> None:
    """Run buf in protos/ with the plugins of this environment on the path."""
    tools = Path(sys.prefix) / "bin"
    path = f"{tools}{os.pathsep}{os.environ.get('PATH', '')}"
    command = [str(tools / "buf"), *arguments]
    environment = {**os.environ, "PATH": path}
    ran = subprocess.run(command, cwd=PROTOS, env=environment, timeout=60 * MINUTES_MAX)
    if ran.returncode:
        sys.exit(ran.returncode)


if __name__ == "__main__":
    main()
