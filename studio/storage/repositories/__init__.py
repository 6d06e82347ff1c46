"""One repository per noun: documents in, documents out."""
