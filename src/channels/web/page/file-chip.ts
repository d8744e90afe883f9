import { create, createButton } from "./elements.ts";
import type { ShownFile } from "./wire.ts";

/** A file by its name, with a small picture of an image; it can be taken back until it is sent. */
export function renderFile(
  { name, type = "", content }: ShownFile,
  onRemove?: () => void,
): HTMLElement {
  return create("li", { class: "file", title: name }, [
    content !== undefined &&
      type.startsWith("image/") &&
      create("img", { src: `data:${type};base64,${content}`, alt: "" }),
    create("bdi", {}, [name]),
    onRemove !== undefined &&
      createButton("×", onRemove, {
        class: "quiet small",
        "aria-label": (texts) => texts.removeFile(name),
      }),
  ]);
}
