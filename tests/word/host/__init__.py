"""A host in the place of Word: Microsoft's own library in a browser asks, and the embedded engine answers.

What the library would send to Word at each `sync()` comes here as JSON. It shows that the add-in asks in a way that the
library takes, keeps what it has to keep and says what came of it; it does not show what Word itself would do.
"""
