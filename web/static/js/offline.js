// The page without a connection asks again: by itself when the device is back, and by its button.

const button = document.querySelector("[data-again]");
const status = document.querySelector("[data-trying]");

function again() {
  status.textContent = status.dataset.trying;
  location.reload();
}

button.hidden = false;
button.addEventListener("click", again);
addEventListener("online", again);
