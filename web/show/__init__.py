"""What a page shows of a game or a deal: plain values, drawings, and the text to share."""
