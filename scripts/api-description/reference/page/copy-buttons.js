const { copy, copied } = document.body.dataset;

/** Adds a button to each piece of code. */
export function addCopyButtons() {
  for (const figure of document.querySelectorAll("figure")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = copy;
    button.addEventListener("click", () => void copyCode(figure, button));
    figure.querySelector("figcaption").append(button);
  }
}

async function copyCode(figure, button) {
  await navigator.clipboard.writeText(figure.querySelector("code").textContent);
  button.textContent = copied;
  setTimeout(() => {
    button.textContent = copy;
  }, 2000);
}
