"""The pages, one blueprint a topic: each parses, asks a service and renders."""
