"""What others install Quire from: a bundle for desktop clients and the entry of a registry."""
