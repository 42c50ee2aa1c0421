"""What each library is called for, in its own environment: each file is a document and its tasks."""
