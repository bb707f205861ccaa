"""What the site's tests share: visitors, pages as they are read, games played, servers."""
