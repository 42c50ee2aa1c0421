"""Quire beside what people would take instead: the same tasks on the same documents, each through MCP, in one run."""
