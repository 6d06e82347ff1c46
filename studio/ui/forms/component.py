"""The inspector: the form of what is selected on the canvas."""

from studio.ui.canvas.component import FLOW_PACKAGES
from studio.ui.editor.component import EDITOR_PACKAGES
from studio.ui.kit.assets import shared_asset
from studio.ui.kit.eager import EagerComponent

_JSX = shared_asset(__name__, "inspector.jsx")
for _part in (
    "catalogue.js", "condition_tree.jsx", "forms.css", "graph_field.jsx", "handoffs.jsx", "hints.js", "inputs.jsx",
    "nested.jsx", "schema.js", "schema_form.jsx", "secret_input.jsx",
):  # fmt: skip
    shared_asset(__name__, _part)


class Inspector(EagerComponent):
    """Shows the form of the component that the builder's store has in focus."""

    library = _JSX
    tag = "Inspector"
    lib_dependencies: list[str] = [*FLOW_PACKAGES, *EDITOR_PACKAGES]


inspector = Inspector.create
