"""The teams; files bear the names they have in AutoGen, because people derive from what is here."""
