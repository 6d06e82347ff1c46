"""The code editor: JSON and Python, bundled, with marks from the schemas and the checks."""
