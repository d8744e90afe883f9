import { Window } from "happy-dom";
import { render } from "preact";
import { vi } from "vitest";

/** What the page takes from its browser, besides what Node has, too. */
const GLOBALS = [
  "document",
  "location",
  "navigator",
  "localStorage",
  "sessionStorage",
  "history",
  "File",
  "FileReader",
  "ResizeObserver",
  "CSS",
  "requestAnimationFrame",
  "cancelAnimationFrame",
  "matchMedia",
  "addEventListener",
  "removeEventListener",
] as const;

/** A browser that draws nothing, until the globals are restored. */
export function stubBrowser() {
  const window = new Window({ url: "http://localhost/" });
  // happy-dom knows no quirks mode; Temml draws nothing in one.
  Object.assign(window.document, { compatMode: "CSS1Compat" });
  // It gives MathML elements no style.
  Object.assign(window.Element.prototype, { style: {} });
  for (const name of GLOBALS) {
    const value: unknown = window[name];
    vi.stubGlobal(
      name,
      typeof value === "function" && !/^[A-Z]/.test(name)
        ? value.bind(window)
        : value,
    );
  }
  return { window, body: document.body };
}

/** A page that is drawn in such a browser, by what its reader sees or hears. */
export function createReader(body: HTMLElement) {
  const find = (name: string, around: Element = body, kind = "*") => {
    const all = [...around.querySelectorAll<HTMLElement>(kind)];
    const found = all.find((one) => labelOf(one) === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const boxNamed = (name: string) =>
    find(name, body, "input, textarea, select") as HTMLTextAreaElement;
  return {
    find,
    boxNamed,
    press: (name: string) => find(name).click(),
    write(name: string, text: string) {
      const box = boxNamed(name);
      box.value = text;
      fire(box, "input");
      fire(box, "change");
    },
    submit: (name: string) => fire(find(name).closest("form"), "submit"),
    /** Opens a fold. */
    open(name: string) {
      const fold = find(name).closest("details");
      if (fold !== null) fold.open = true;
      fire(fold, "toggle");
    },
    async close() {
      render(null, body);
      // What was to be drawn.
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      vi.unstubAllGlobals();
    },
  };
}

/** Fires an event with these fields at an element, and those around it. */
export function fire(
  element: Element | null,
  type: string,
  fields: object = {},
): void {
  const event = document.createEvent("Event");
  event.initEvent(type, true, true);
  element?.dispatchEvent(Object.assign(event, fields));
}

function labelOf(element: Element): string {
  const { parentElement: around } = element;
  return (
    element.getAttribute("aria-label") ??
    (around?.localName === "label"
      ? (around.firstChild?.nodeValue ?? "")
      : textOf(element))
  );
}

function textOf({ childNodes }: Element): string {
  return [...childNodes]
    .map((node) =>
      node.nodeType === 1 ? readAloud(node as Element) : node.nodeValue,
    )
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const CONTROLS = ["button", "summary", "a", "input", "textarea", "select"];

/** As a screen reader does: texts, and controls with their states in brackets. */
export function readAloud(element: Element): string {
  const is = (name: string) =>
    ["", "true"].includes(element.getAttribute(name) ?? "false");
  const isClosed = element.localName === "dialog" && !is("open");
  if (is("hidden") || is("aria-hidden") || isClosed) return "";
  if (!CONTROLS.includes(element.localName)) return textOf(element);
  const states = ["aria-pressed", "aria-disabled", "disabled", "aria-current"];
  return `[${[labelOf(element), ...states.filter(is)].join(" ")}]`;
}
