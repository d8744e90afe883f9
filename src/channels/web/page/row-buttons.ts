import type { Elements, Phrase } from "./elements.ts";

/** A small button next to a title. */
export function createRowButton({
  elements,
  label,
  onClick,
}: {
  elements: Elements;
  label: Phrase;
  onClick: () => void;
}): HTMLElement {
  const button = elements.create(
    "button",
    { type: "button", class: "quiet small" },
    [label],
  );
  button.addEventListener("click", onClick);
  return button;
}

export function createExportLink({
  elements,
  number,
  format,
}: {
  elements: Elements;
  number: number;
  format: "markdown" | "json";
}): HTMLElement {
  const name = format === "markdown" ? "Markdown" : "JSON";
  return elements.create(
    "a",
    {
      href: `/web/export?conversation=${number}&format=${format}`,
      download: "",
      "aria-label": (texts) => texts.exportAs(name),
    },
    [name],
  );
}
