"""The database: documents in, documents out."""
