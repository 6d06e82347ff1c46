"""The canvas: interaction in the browser, operations to Python."""
