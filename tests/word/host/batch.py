"""What the library asks at one `sync()`: object paths, and actions on them, one after the other until one fails."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from quire.core.errors import InvalidArgumentError, NotFoundError, QuireError
from tests.word.host.objects import Bag, Collection, OfficeError, WordObject

if TYPE_CHECKING:
    from tests.word.host.host import Host

Value = Any  # JSON

GLOBAL, NEW, METHOD, PROPERTY, INDEXER, REFERENCE, NULL = range(1, 8)
INSTANTIATE, QUERY, CALL, SET = range(1, 5)
OR_NULL = "_or_null_object"


class Batch:
    """The actions of one `sync()`."""

    def __init__(self, host: Host, body: dict[str, Any]) -> None:
        self._host = host
        self._paths: dict[str, dict[str, Any]] = body["ObjectPaths"]
        self._actions: list[dict[str, Any]] = body["Actions"]
        self._keeps_all: bool = body["AutoKeepReference"]
        self._found: dict[str, WordObject | None] = {}

    def answer(self) -> dict[str, Any]:
        results: list[dict[str, Any]] = []
        for number, action in enumerate(self._actions):
            try:
                results.append({"ActionId": action["Id"], "Value": self._do(action)})
            except (OfficeError, QuireError) as error:
                failure = _told(error) | {"ActionIndex": number, "Location": action.get("Name", "")}
                return {"HttpStatusCode": 200, "ErrorCode": "", "Body": {"Results": results, "Error": failure}}
        return {"HttpStatusCode": 200, "ErrorCode": "", "Body": {"Results": results}}

    def _do(self, action: dict[str, Any]) -> Value:
        if action["ActionType"] not in (INSTANTIATE, QUERY, CALL, SET):
            return None  # a mark in its log
        if action["Name"] == "_RemoveReference":
            self._host.references.pop(action["ArgumentInfo"]["Arguments"][0], None)
            return None
        found = self._object(action["ObjectPathId"])
        if found is None:
            return None
        match action["ActionType"]:
            case 1:
                return self._referenced(found, self._is_released(action))
            case 2:
                return self._read(found, action["QueryInfo"], self._is_released(action))
            case 3 if action["Name"] == "_KeepReference":
                self._host.keep(found)
                return None
            case 3:
                told = _member(found, action["Name"])(*self._arguments(action))
                return None if isinstance(told, WordObject) else told
        _set(found, action["Name"], action["ArgumentInfo"]["Arguments"][0])
        return None

    # Objects

    def _object(self, path_id: int) -> WordObject | None:
        key = str(path_id)
        if key not in self._found:
            self._found[key] = self._made(self._paths[key])
        return self._found[key]

    def _made(self, path: dict[str, Any]) -> WordObject | None:
        kind, name = path["ObjectPathType"], path["Name"]
        if kind == GLOBAL:
            return self._host.root
        if kind == NEW:
            return Bag(self._host)
        if kind == REFERENCE:
            return self._host.referenced(name)
        if kind == NULL:
            return None
        parent = self._object(path["ParentObjectPathId"])
        if parent is None:
            return None
        if kind == INDEXER or name == "GetItemAt":
            (index,) = path["ArgumentInfo"]["Arguments"]
            assert isinstance(parent, Collection)
            return parent.items()[int(index)]
        arguments = self._arguments(path) if kind == METHOD else None
        return _step(parent, name, arguments)

    def _arguments(self, said: dict[str, Any]) -> list[Value]:
        info = said.get("ArgumentInfo", {})
        given: list[Value] = info.get("Arguments", [])
        named = info.get("ReferencedObjectPathIds") or [0] * len(given)
        found = [self._object(path) if path else each for path, each in zip(named, given, strict=True)]
        while found and found[-1] is None:
            found.pop()  # left out, by whoever called
        return found

    # Values

    def _is_released(self, action: dict[str, Any]) -> bool:
        """Whether the library has let go of an object, and asks for it anew each time."""
        return bool(self._paths[str(action["ObjectPathId"])].get("D"))

    def _referenced(self, found: WordObject, is_released: bool = False) -> dict[str, Any]:
        if self._keeps_all and not is_released:
            self._host.keep(found)
        name = self._host.name(found)
        return {"_ReferenceId": name} if name else {}

    def _read(self, found: WordObject, query: dict[str, Any], is_released: bool) -> dict[str, Any]:
        wanted: list[str] = query.get("Select", [])
        if isinstance(found, Collection):
            items = found.items()[query.get("Skip", 0) :][: query.get("Top")]
            told = [self._values(item, wanted, is_released=False) for item in items]
            return self._referenced(found, is_released) | {"_Items": told}
        return self._values(found, wanted, is_released)

    def _values(self, found: WordObject, wanted: list[str], is_released: bool) -> dict[str, Any]:
        values = {each[0].upper() + each[1:]: _member(found, each) for each in wanted if not each.startswith("$")}
        return self._referenced(found, is_released) | values


def _step(parent: WordObject, name: str, arguments: list[Value] | None) -> WordObject | None:
    """What a property or a method leads to; nothing, where the name says that there may be nothing."""
    plain = _snake(name).removesuffix(OR_NULL)
    try:
        found = _member(parent, plain)
        made = found if arguments is None else found(*arguments)
    except (NotFoundError, OfficeError) as error:
        if _snake(name).endswith(OR_NULL) and (isinstance(error, NotFoundError) or error.code == "ItemNotFound"):
            return None
        raise
    assert isinstance(made, WordObject), name
    return made


def _member(found: WordObject, name: str) -> Any:
    try:
        return getattr(found, _snake(name))
    except AttributeError as error:
        if getattr(error, "obj", None) is not found:
            raise
        raise OfficeError("ApiNotFound", f"{type(found).__name__} has no {name}") from error


def _set(found: WordObject, name: str, value: Value) -> None:
    if not isinstance(found, Bag) and not hasattr(type(found), _snake(name)):
        raise OfficeError("ApiNotFound", f"{type(found).__name__} has no {name}")
    setattr(found, _snake(name), value)


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _told(error: OfficeError | QuireError) -> dict[str, str]:
    """An error as Word has it; what the engine refuses has no name there."""
    if isinstance(error, OfficeError):
        return {"Code": error.code, "Message": str(error)}
    codes = {NotFoundError: "ItemNotFound", InvalidArgumentError: "InvalidArgument"}
    return {"Code": codes.get(type(error), "GeneralException"), "Message": str(error)}
