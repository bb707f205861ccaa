"""What holds for every answer, whatever the page: who asks, headers, static files, errors."""
