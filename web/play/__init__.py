"""What is played: which games there are, who sits at them, which deal a day or a seed has."""
