import type { Elements } from "./elements.ts";
import type { ShownFile } from "./message-file.ts";

/** A file by its name, with a small picture of an image; it can be taken back until it is sent. */
export function renderFile(
  { name, type = "", content }: ShownFile,
  { elements, onRemove }: { elements: Elements; onRemove?: () => void },
): HTMLElement {
  const children = [
    ...(content !== undefined && type.startsWith("image/")
      ? [
          elements.create("img", {
            src: `data:${type};base64,${content}`,
            alt: "",
          }),
        ]
      : []),
    elements.create("bdi", {}, [name]),
  ];
  const chip = elements.create("li", { class: "file", title: name }, children);
  if (onRemove === undefined) return chip;
  const button = elements.create(
    "button",
    {
      type: "button",
      class: "quiet small",
      "aria-label": (texts) => texts.removeFile(name),
    },
    ["×"],
  );
  button.addEventListener("click", onRemove);
  chip.append(button);
  return chip;
}
