"""Team documents: their parts, their canvas, their checks; pure, without any input or output."""
