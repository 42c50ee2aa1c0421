"""What a Word document says, free of Word, and the way back."""
