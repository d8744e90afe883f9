import { render, type ComponentChild } from "preact";
import { vi } from "vitest";
import {
  BrowserDocument,
  BrowserElement,
  BrowserText,
} from "./browser-document.ts";

/** Stands in for a browser that draws nothing, until the page is closed. */
export function openBrowserPage({
  metas,
  fetch,
}: {
  metas?: Readonly<Record<string, unknown>>;
  fetch: (path: string, call: RequestInit) => Promise<Response>;
}) {
  const document = new BrowserDocument(metas);
  const stored = new Map<string, string>();
  const stubs = {
    document,
    fetch,
    navigator: { languages: ["en"], clipboard: {} },
    location: { pathname: "/", hostname: "localhost", hash: "" },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    BroadcastChannel: class extends EventTarget {
      postMessage() {}
    },
    FileReader: class extends EventTarget {
      result = "";

      async readAsDataURL(file: File) {
        const content = Buffer.from(await file.arrayBuffer());
        this.result = `data:;base64,${content.toString("base64")}`;
        this.dispatchEvent(new Event("load"));
      }
    },
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
    CSS: { supports: () => true },
    matchMedia: () => ({ matches: true }),
    addEventListener() {},
    removeEventListener() {},
    requestAnimationFrame: (draw: () => void) => setTimeout(draw),
    cancelAnimationFrame: clearTimeout,
    setInterval() {},
    clearInterval() {},
  };
  for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value);
  const body = document.body as unknown as Element;

  const find = (name: string, around = document.body) => {
    const found = around.find((one) => labelOf(one) === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  return {
    document,
    find,
    draw: (page: ComponentChild) => render(page, body),
    press: (name: string) => find(name).fire("click", { detail: 1 }),
    write(name: string, text: string) {
      const box = find(name);
      box.value = text;
      box.fire("input");
      box.fire("change");
    },
    /** Opens a fold. */
    open: (name: string) =>
      find(name).parentNode?.fire("toggle", { currentTarget: { open: true } }),
    submit: (name: string) => find(name).parentNode?.fire("submit"),
    async close() {
      render(null, body);
      // What was to be drawn.
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      vi.unstubAllGlobals();
    },
  };
}

function labelOf(element: BrowserElement): string {
  const around = element.parentNode;
  return (
    element.getAttribute("aria-label") ??
    (around?.localName === "label" ? ownTextOf(around) : textOf(element))
  );
}

function textOf({ childNodes }: BrowserElement): string {
  return childNodes
    .map((node) => {
      if (node instanceof BrowserText) return node.data;
      return node instanceof BrowserElement ? readAloud(node) : "";
    })
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function ownTextOf({ childNodes }: BrowserElement): string {
  return childNodes
    .map((node) => (node instanceof BrowserText ? node.data : ""))
    .join("");
}

const CONTROLS = ["button", "summary", "a", "input", "textarea", "select"];

/** As a screen reader does: texts, and controls with their states in brackets. */
export function readAloud(element: BrowserElement): string {
  const is = (name: string) => element.getAttribute(name) === "true";
  if (is("hidden") || is("aria-hidden")) return "";
  if (!CONTROLS.includes(element.localName)) return textOf(element);
  const states = ["aria-pressed", "aria-disabled", "disabled", "aria-current"];
  return `[${[labelOf(element), ...states.filter(is)].join(" ")}]`;
}
