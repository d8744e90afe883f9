import { h, render } from "preact";
import { vi } from "vitest";
import {
  startFakeWebServer,
  type FakeBehaviour,
} from "../../browser/fake-web-server.ts";
import {
  BrowserDocument,
  BrowserElement,
  BrowserText,
} from "../../fakes/browser-document.ts";

/** The page in a browser that draws nothing, with a scripted server. */
export async function openPage(behaviour: Partial<FakeBehaviour>) {
  const server = Object.assign(await startFakeWebServer(), behaviour);
  const { tools, takes } = server;
  const document = new BrowserDocument({
    'meta[name="parley-bot"]': {
      name: "Ada",
      examples: [],
      tools,
      takes,
      suggests: true,
    },
  });
  const stored = new Map<string, string>();
  const fetched = fetch;
  const stubs = {
    document,
    navigator: { languages: ["en"], clipboard: {} },
    location: { pathname: "/", hostname: "localhost" },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    BroadcastChannel: class extends EventTarget {
      postMessage() {}
    },
    addEventListener() {},
    removeEventListener() {},
    requestAnimationFrame: (draw: () => void) => setTimeout(draw),
    cancelAnimationFrame: clearTimeout,
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
    FileReader: class extends EventTarget {
      result = "";

      async readAsDataURL(file: File) {
        const content = Buffer.from(await file.arrayBuffer());
        this.result = `data:;base64,${content.toString("base64")}`;
        this.dispatchEvent(new Event("load"));
      }
    },
    CSS: { supports: () => true },
    matchMedia: () => ({ matches: true }),
    setInterval() {},
    fetch: (path: string, call: RequestInit) =>
      fetched(new URL(path, server.url), call),
  };
  for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value);
  const { App } = await import("../../../src/page/client/view/app.tsx");
  const state = await import("../../../src/page/client/state/page-state.ts");
  const body = document.body as unknown as Element;
  render(h(App, {}), body);
  state.startPage();
  const find = (name: string, around = document.body) => {
    const found = around.find((one) => labelOf(one) === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  return {
    ...state,
    server,
    find,
    press: (name: string) => find(name).fire("click", { detail: 1 }),
    /** Chooses from the menu of a conversation. */
    choose(title: string, item: string) {
      const { parentNode: place } = find(`Actions for ${title}`);
      find(item, place ?? document.body).fire("click");
    },
    write(name: string, text: string) {
      const box = find(name);
      box.value = text;
      box.fire("input");
    },
    /** Opens a fold. */
    open: (name: string) =>
      find(name).parentNode?.fire("toggle", { currentTarget: { open: true } }),
    key: (name: string, key: string, event: object = {}) =>
      find(name).fire("keydown", { key, ...event }),
    /** What a reader of the element with this id sees or hears. */
    shown(id: string) {
      const element = document.getElementById(id);
      return element === null ? "" : outline(element);
    },
    /** The box in which a title is changed. */
    titleBox: () =>
      document
        .getElementById("conversations")
        ?.find(({ localName }) => localName === "input"),
    async close() {
      render(null, body);
      // What was to be drawn.
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      await server.close();
      vi.unstubAllGlobals();
    },
  };
}

function labelOf(element: BrowserElement): string {
  return element.getAttribute("aria-label") ?? textOf(element);
}

function textOf({ childNodes }: BrowserElement): string {
  return childNodes
    .map((node) => {
      if (node instanceof BrowserText) return node.data;
      return node instanceof BrowserElement ? outline(node) : "";
    })
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const CONTROLS = ["button", "summary", "a", "input", "textarea", "select"];

/** What a screen reader says: texts, and controls with their states in brackets. */
function outline(element: BrowserElement): string {
  const is = (name: string) => element.getAttribute(name) === "true";
  if (is("hidden") || is("aria-hidden")) return "";
  if (!CONTROLS.includes(element.localName)) return textOf(element);
  const states = ["aria-pressed", "aria-disabled", "disabled", "aria-current"];
  return `[${[labelOf(element), ...states.filter(is)].join(" ")}]`;
}
