"""The Versions view of the Build page, and the question whose changes count."""

import reflex as rx

from studio.ui.canvas.component import FLOW_PACKAGES
from studio.ui.editor.component import EDITOR_PACKAGES
from studio.ui.features.builder.state import BuilderState
from studio.ui.features.builder.versions_state import VersionsState
from studio.ui.kit.assets import shared_asset

_JSX = shared_asset(__name__, "versions.jsx")
for _part in (
    "versions.css",
    "versions_api.js",
    "versions_button.jsx",
    "versions_compare.jsx",
    "versions_conflict.jsx",
    "versions_text.jsx",
):
    shared_asset(__name__, _part)


def _name_spec(version: rx.Var[int], name: rx.Var[str]) -> tuple[rx.Var[int], rx.Var[str]]:
    return version, name


class Versions(rx.NoSSRComponent):
    """Lists the saves of the open team and compares any two."""

    library = _JSX
    tag = "Versions"
    lib_dependencies: list[str] = [*FLOW_PACKAGES, *EDITOR_PACKAGES, "@codemirror/merge@6.12.3"]

    done: rx.Var[int]
    """Counts changes; the list is read again after each."""
    conflict: rx.Var[int]
    """The version that someone else has saved in between; 0 when nobody has."""

    on_restore: rx.EventHandler[rx.event.passthrough_event_spec(int)]
    """Put a version back."""
    on_save: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """Save the draft under a name."""
    on_publish: rx.EventHandler[rx.event.passthrough_event_spec(int)]
    """Publish a version; 0 for none."""
    on_name: rx.EventHandler[_name_spec]
    """Call a version something."""
    on_branch: rx.EventHandler[rx.event.passthrough_event_spec(int)]
    """Make a new team from a version."""
    on_try: rx.EventHandler[rx.event.passthrough_event_spec(int)]
    """Begin a session on a version; 0 for whichever is published."""
    on_keep_mine: rx.EventHandler[rx.event.passthrough_event_spec(int)]
    """Save mine after the version given."""
    on_take_theirs: rx.EventHandler[rx.event.no_args_event_spec]
    """Drop mine."""
    on_keep_editing: rx.EventHandler[rx.event.no_args_event_spec]
    """Decide later."""


def versions_view() -> rx.Component:
    """Return the view; it shows itself when it is asked for or when two people have saved."""
    return Versions.create(
        done=VersionsState.done,
        conflict=BuilderState.conflict,
        on_restore=VersionsState.restore,
        on_save=VersionsState.save_as,
        on_publish=VersionsState.publish,
        on_name=VersionsState.name_version,
        on_branch=VersionsState.branch,
        on_try=VersionsState.try_version,
        on_keep_mine=BuilderState.save,
        on_take_theirs=BuilderState.take_theirs,
        on_keep_editing=BuilderState.keep_editing,
    )
