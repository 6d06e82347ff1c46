"""A working copy of a team document whose places follow every change of structure."""

from collections.abc import Callable
from typing import Any

from studio.domain import pointer
from studio.domain.exceptions import PathError
from studio.domain.json_values import JsonDict, as_dict, as_list, clone_dict
from studio.domain.kinds import is_component
from studio.domain.places import settled
from studio.domain.team_spec import NodePlace, Note, TeamDocument


class Draft:
    """A copy of a document to be changed in place."""

    def __init__(self, document: TeamDocument) -> None:
        self.component: JsonDict = clone_dict(document.component)
        self.places: list[NodePlace] = [place.model_copy() for place in settled(document)]
        self.notes: list[Note] = [note.model_copy() for note in document.notes]
        self._tasks: list[str] = list(document.tasks)

    def resolve(self, ref: Any) -> str:
        """Return the path that an operation means: a JSON pointer or the id of a node."""
        text = str(ref if ref is not None else "")
        if not text or text.startswith("/"):
            return text
        return self.place(text).path

    def place(self, node_id: str) -> NodePlace:
        """Return where a node is."""
        for place in self.places:
            if place.id == node_id:
                return place
        raise PathError(
            f"no node has the id {node_id!r}",
            hint="The team has changed meanwhile; load it again.",
            details={"id": node_id},
        )

    def place_at(self, path: str) -> NodePlace | None:
        """Find the place of a participant."""
        return next((item for item in self.places if item.path == path and not item.inside), None)

    def get(self, path: str) -> Any:
        """Return the value at a path."""
        return pointer.get(self.component, path)

    def component_at(self, path: str) -> JsonDict:
        """Return the component at a path."""
        value = self.get(path)
        if not is_component(value):
            raise PathError(f"no component is at {path!r}", path=path)
        return as_dict(value)

    def config_at(self, path: str) -> JsonDict:
        """Return the config of the component at a path, made if it has none."""
        component = self.component_at(path)
        if not isinstance(component.get("config"), dict):
            component["config"] = {}
        return as_dict(component["config"])

    def list_at(self, path: str, field: str) -> list[Any]:
        """Return a list in a component's config; a lone object there becomes a list of one."""
        config = self.config_at(path)
        value = config.get(field)
        if isinstance(value, list):
            return as_list(value)
        place = pointer.join(path, "config", field)
        config[field] = [] if value is None else [value]
        if value is not None:
            self.moved(place, pointer.join(place, 0))
        return as_list(config[field])

    def insert(self, path: str, field: str, index: int | None, value: Any) -> str:
        """Put a value into a list of a component's config; return its path."""
        items = self.list_at(path, field)
        at = len(items) if index is None else max(0, min(index, len(items)))
        place = pointer.join(path, "config", field)
        self._shift(place, lambda number: number + 1 if number >= at else number)
        items.insert(at, value)
        return pointer.join(place, at)

    def delete(self, path: str) -> Any:
        """Take the value at a path out; places and notes inside it go."""
        holder, key = pointer.parent(path)
        container = self.get(holder)
        value = self.get(path)
        self._keep(lambda place: not pointer.is_within(place, path))
        if isinstance(container, list):
            del as_list(container)[int(key)]
            at = int(key)
            self._shift(holder, lambda number: number - 1 if number > at else number)
        else:
            del as_dict(container)[key]
        return value

    def reorder(self, path: str, index: int) -> str:
        """Move an item within its list; return its new path."""
        holder, key = pointer.parent(path)
        items = self.get(holder)
        if not isinstance(items, list):
            raise PathError(f"{path!r} is not in a list", path=path)
        values = as_list(items)
        old, new = int(key), max(0, min(index, len(values) - 1))
        values.insert(new, values.pop(old))

        def renumber(number: int) -> int:
            if number == old:
                return new
            if old < number <= new:
                return number - 1
            return number + 1 if new <= number < old else number

        self._shift(holder, renumber)
        return pointer.join(holder, new)

    def moved(self, old: str, new: str) -> None:
        """Let places and notes below one path follow it to another."""

        def follow(path: str) -> str:
            return new + path[len(old) :] if pointer.is_within(path, old) else path

        self._remap(follow)

    def settle(self) -> None:
        """Give every node a place, so that the next operation can name what this one made."""
        self.places = settled(TeamDocument(component=self.component, places=self.places))

    def finish(self, revision: int) -> TeamDocument:
        """Return the changed document with a place for everything."""
        document = TeamDocument(
            component=self.component,
            places=self.places,
            notes=self.notes,
            tasks=self._tasks,
            revision=revision,
        )
        document.places = settled(document)
        return document

    def _shift(self, list_path: str, renumber: Callable[[int], int]) -> None:
        prefix = list_path + "/"

        def follow(path: str) -> str:
            if not path.startswith(prefix):
                return path
            key, sep, rest = path[len(prefix) :].partition("/")
            return f"{prefix}{renumber(int(key))}{sep}{rest}" if key.isdecimal() else path

        self._remap(follow)

    def _remap(self, follow: Callable[[str], str]) -> None:
        for place in self.places:
            place.path = follow(place.path)
        for note in self.notes:
            note.scope = follow(note.scope)

    def _keep(self, stays: Callable[[str], bool]) -> None:
        self.places = [place for place in self.places if stays(place.path)]
        self.notes = [note for note in self.notes if stays(note.scope)]
