import { Window } from "happy-dom";
import { h, render } from "preact";
import { vi } from "vitest";
import {
  startFakeWebServer,
  type FakeBehaviour,
} from "../../browser/fake-web-server.ts";

/** What the page takes from its browser, besides what Node has, too. */
const GLOBALS = [
  "document",
  "location",
  "navigator",
  "localStorage",
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
export function stubBrowser(): { readonly body: HTMLElement } {
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
  return { body: document.body };
}

/** The page in a browser that draws nothing, with a scripted server. */
export async function openPage(behaviour: Partial<FakeBehaviour>) {
  const server = Object.assign(await startFakeWebServer(), behaviour);
  const { tools, takes } = server;
  const { body } = stubBrowser();
  const meta = document.createElement("meta");
  meta.name = "parley-bot";
  meta.content = JSON.stringify({
    name: "Ada",
    examples: [],
    tools,
    takes,
    suggests: true,
  });
  document.head.append(meta);
  const fetched = fetch;
  vi.stubGlobal("fetch", (path: string, call: RequestInit) =>
    fetched(new URL(path, server.url), call),
  );
  vi.stubGlobal("setInterval", () => {});
  const { App } = await import("../../../src/page/client/view/app.tsx");
  const state = await import("../../../src/page/client/state/page-state.ts");
  render(h(App, {}), body);
  state.startPage();

  const find = (name: string, around: Element = body) => {
    const all = [...around.querySelectorAll<HTMLElement>("*")];
    const found = all.find((one) => labelOf(one) === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const boxNamed = (name: string) => find(name) as HTMLTextAreaElement;
  return {
    ...state,
    server,
    find,
    boxNamed,
    press: (name: string) => find(name).click(),
    /** Chooses from the menu of a conversation. */
    choose(title: string, item: string) {
      const { parentElement } = find(`Actions for ${title}`);
      find(item, parentElement ?? body).click();
    },
    write(name: string, text: string) {
      const box = boxNamed(name);
      box.value = text;
      fire(box, "input");
    },
    submit: (name: string) => fire(find(name).closest("form"), "submit"),
    /** Opens a fold. */
    open(name: string) {
      const fold = find(name).closest("details");
      if (fold !== null) fold.open = true;
      fire(fold, "toggle");
    },
    key: (name: string, key: string, event: object = {}) =>
      fire(find(name), "keydown", { key, ...event }),
    /** What a reader of the element with this id sees or hears. */
    shown(id: string) {
      const element = document.getElementById(id);
      return element === null ? "" : outline(element);
    },
    /** The box in which a title is changed. */
    titleBox: () =>
      document.querySelector<HTMLInputElement>("#conversations li input"),
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
  return element.getAttribute("aria-label") ?? textOf(element);
}

function textOf({ childNodes }: Element): string {
  return [...childNodes]
    .map((node) =>
      node.nodeType === 1 ? outline(node as Element) : node.nodeValue,
    )
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const CONTROLS = ["button", "summary", "a", "input", "textarea", "select"];

/** What a screen reader says: texts, and controls with their states in brackets. */
function outline(element: Element): string {
  const is = (name: string) =>
    ["", "true"].includes(element.getAttribute(name) ?? "false");
  if (is("hidden") || is("aria-hidden")) return "";
  if (!CONTROLS.includes(element.localName)) return textOf(element);
  const states = ["aria-pressed", "aria-disabled", "disabled", "aria-current"];
  return `[${[labelOf(element), ...states.filter(is)].join(" ")}]`;
}
