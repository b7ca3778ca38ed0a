"""A buf plugin around grpcio-tools' generator, which can only be reached through its protoc."""

import sys
import tempfile
from pathlib import Path

from google.protobuf import descriptor_pb2
from google.protobuf.compiler import plugin_pb2
from grpc_tools import protoc


def main() -> None:
    """A CodeGeneratorRequest on stdin, its response on stdout."""
    request = plugin_pb2.CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
    response = plugin_pb2.CodeGeneratorResponse(
        supported_features=(
            plugin_pb2.CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL
            | plugin_pb2.CodeGeneratorResponse.FEATURE_SUPPORTS_EDITIONS
        ),
        minimum_edition=descriptor_pb2.EDITION_PROTO2,
        maximum_edition=descriptor_pb2.EDITION_2023,
    )
    with tempfile.TemporaryDirectory() as folder:
        image, out = Path(folder, "image.binpb"), Path(folder, "out")
        out.mkdir()
        files = descriptor_pb2.FileDescriptorSet(file=request.proto_file)
        image.write_bytes(files.SerializeToString())
        flags = [f"--descriptor_set_in={image}", f"--grpc_python_out={out}"]
        failed = protoc.main(["protoc", *flags, *request.file_to_generate])
        if failed:
            sys.exit(failed)
        for path in sorted(out.rglob("*.py")):
            response.file.add(name=str(path.relative_to(out)), content=path.read_text())
    sys.stdout.buffer.write(response.SerializeToString())


if __name__ == "__main__":
    main()
