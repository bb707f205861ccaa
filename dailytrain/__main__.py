"""Run the command `dailytrain` from a plain checkout, with nothing installed."""

import sys

from .cli import main

sys.exit(main())
