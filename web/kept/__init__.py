"""What the site remembers: every key, what is changed in one step, how the store is reached."""
