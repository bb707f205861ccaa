"""What becomes of a finished game: its rank, its replay, its judgement, and who may see it."""
