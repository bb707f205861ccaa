"""Who plays: a browser's identity, names, groups of friends, moving, and being forgotten."""
