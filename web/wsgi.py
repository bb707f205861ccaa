"""The site as servers load it: `web.wsgi:app`."""

from web import create_app

app = create_app()
