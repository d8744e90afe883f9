import { create, createButton } from "./elements.ts";
import type { ShownFile } from "./wire.ts";

/**
 * A file's name, with a thumbnail for images, and a button to remove it if
 * `onRemove` is given.
 */
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
