"""One folder for each page.

`page.py` lays out, `state.py` holds what is on screen, `parts.py` the visual pieces.
"""
