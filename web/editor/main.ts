document.body.textContent = "Quire";
