"""How the site speaks: its languages, and the sentences that tell of games and their rules."""
