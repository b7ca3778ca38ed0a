"""The contract explains itself, and what is generated from it is what it says."""

import subprocess
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from google.protobuf.descriptor_pool import Default

from tests.tidy import tree

PROTOS = tree.ROOT / "protos"
BUF = tree.ROOT / ".tools/bin/buf"
STUBS = Path("clients/python/src/croupier")
DESCRIPTORS = Path("service/src/croupier/service/transport/descriptors.binpb")
OPTIONS_STRIPPED = {"google/api/annotations.proto", "buf/validate/validate.proto"}

tools = pytest.mark.skipif(not BUF.exists(), reason="needs .tools: make protos")


def ours() -> list[FileDescriptorProto]:
    """The files of the contract, as the service has them."""
    every = FileDescriptorSet.FromString((tree.ROOT / DESCRIPTORS).read_bytes())
    return [file for file in every.file if file.name.startswith("croupier/")]


def undocumented(file: FileDescriptorProto) -> list[str]:
    """Everything in a file that has a name and no comment."""
    said = {tuple(place.path) for place in file.source_code_info.location}
    missing = []
    for at, message in enumerate(file.message_type):
        missing += [message.name] * ((4, at) not in said)
        places = enumerate(message.field)
        missing += [f"{message.name}.{f.name}" for n, f in places if (4, at, 2, n) not in said]
    for at, enum in enumerate(file.enum_type):
        missing += [enum.name] * ((5, at) not in said)
        missing += [v.name for n, v in enumerate(enum.value) if (5, at, 2, n) not in said]
    for at, service in enumerate(file.service):
        missing += [service.name] * ((6, at) not in said)
        missing += [m.name for n, m in enumerate(service.method) if (6, at, 2, n) not in said]
    return missing


def stripped(file: FileDescriptorProto) -> FileDescriptorProto:
    """A file without comments, rules and routes: what clients get of it."""
    bare = FileDescriptorProto.FromString(file.SerializeToString())
    bare.ClearField("source_code_info")
    imports = [name for name in bare.dependency if name not in OPTIONS_STRIPPED]
    bare.dependency[:] = imports
    for message in bare.message_type:
        message.ClearField("options")
        for field in message.field:
            field.ClearField("options")
            field.ClearField("json_name")
        for oneof in message.oneof_decl:
            oneof.ClearField("options")
    for service in bare.service:
        for method in service.method:
            level = method.options.idempotency_level
            method.ClearField("options")
            if level:
                method.options.idempotency_level = level
    return bare


@pytest.mark.parametrize("file", ours(), ids=lambda file: str(file.name))
def test_everything_in_the_contract_has_a_comment(file: FileDescriptorProto) -> None:
    assert undocumented(file) == []


def test_a_missing_comment_is_found() -> None:
    file = next(file for file in ours() if file.service)
    file.ClearField("source_code_info")

    assert file.service[0].method[0].name in undocumented(file)


@pytest.mark.parametrize("file", ours(), ids=lambda file: str(file.name))
def test_clients_and_service_have_the_same_contract(file: FileDescriptorProto) -> None:
    module = f"croupier.{file.name.removeprefix('croupier/').removesuffix('.proto')}_pb2"
    __import__(module.replace("/", "."))
    clients = FileDescriptorProto()
    Default().FindFileByName(file.name).CopyToProto(clients)

    assert stripped(clients) == stripped(file)


def test_the_stubs_are_for_files_that_are_there() -> None:
    stubs = sorted((tree.ROOT / STUBS).glob("**/*_pb2.py"))
    names = {str(stub.relative_to(tree.ROOT / STUBS.parent)) for stub in stubs}

    assert {name.replace("_pb2.py", ".proto") for name in names} == {f.name for f in ours()}
    assert all((PROTOS / file.name).exists() for file in ours())


@tools
def test_generated_code_is_current(tmp_path: Path) -> None:
    subprocess.run([PROTOS / "generate", "--out", tmp_path], check=True, timeout=120)

    made = [path for path in tmp_path.rglob("*") if path.is_file()]
    stale = [
        str(path.relative_to(tmp_path))
        for path in made
        if path.read_bytes() != (tree.ROOT / path.relative_to(tmp_path)).read_bytes()
    ]
    assert len(made) > len(ours())
    assert stale == [], "run make protos"


@tools
def test_the_contract_is_in_style() -> None:
    ran = subprocess.run([BUF, "lint"], cwd=PROTOS, capture_output=True, text=True, timeout=120)

    assert ran.stdout + ran.stderr == ""
