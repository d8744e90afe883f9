import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { stubBrowser } from "./browser-page.ts";

// What needs no browser that draws; the rest is in `test/browser/`.

const HOME = "https://parley.example";

interface Parley {
  open(): void;
  close(): void;
  identify(token: string): void;
  logout(): void;
}

let window: ReturnType<typeof stubBrowser>["window"];
let parley: Parley;

beforeAll(async () => {
  ({ window } = stubBrowser());
  vi.stubGlobal("window", window);
  for (const name of [
    "HTMLElement",
    "HTMLScriptElement",
    "CSSStyleSheet",
    "customElements",
  ] as const)
    vi.stubGlobal(name, window[name]);
  // Draws colors of six digits.
  Object.assign(window.HTMLCanvasElement.prototype, {
    getContext: () => ({
      fillStyle: "",
      fillRect() {},
      getImageData() {
        const digits = this.fillStyle.match(/[\da-f]{2}/g) ?? [];
        return { data: digits.map((two) => Number.parseInt(two, 16)) };
      },
    }),
  });
  const script = document.createElement("script");
  Object.defineProperty(script, "src", { value: `${HOME}/embed.js` });
  script.dataset["title"] = "Shop";
  script.dataset["language"] = "zh-TW";
  Object.defineProperty(document, "currentScript", { value: script });
  Object.defineProperty(document, "readyState", { value: "loading" });
  await import("../../../src/page/client/widget/parley-chat.ts");
  ({ parley } = window as unknown as { parley: Parley });
});

/** The chat in the site, and what its frame has been sent. */
function look() {
  const chat = document.querySelector<HTMLElement>("parley-chat");
  const find = (selector: string) =>
    chat?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  const sent: unknown[] = [];
  const contentWindow = {
    postMessage: (data: unknown, origin: string) => sent.push([data, origin]),
  };
  const { launcher, panel, frame } = {
    launcher: find(".launcher"),
    panel: find(".panel"),
    frame: find("iframe"),
  };
  if (frame !== null)
    Object.defineProperty(frame, "contentWindow", {
      value: contentWindow,
      configurable: true,
    });
  return {
    chat,
    find,
    launcher,
    panel,
    frame,
    sent,
    /** The frame says this. */
    hear: (data: object, from = { source: contentWindow, origin: HOME }) => {
      const event = new window.Event("message");
      window.dispatchEvent(Object.assign(event, { data, ...from }));
    },
  };
}

/** A chat with these attributes in place of the one before. */
function place(attributes: Readonly<Record<string, string>> = {}) {
  look().chat?.remove();
  const chat = document.createElement("parley-chat");
  Object.assign(chat.dataset, attributes);
  document.body.append(chat);
}

const start = (wishes: object = {}) => [
  { parley: "start", language: "", ...wishes },
  HOME,
];

it("The script adds a chat with its attributes once the site is parsed, and does what was asked before", () => {
  expect(look().chat).toBeNull();
  parley.identify("a.jwt");
  parley.open();
  window.dispatchEvent(new window.Event("DOMContentLoaded"));
  const { launcher, frame, find, hear, sent } = look();
  expect(launcher?.ariaLabel).toBe("Shop");
  expect(find(".close")?.ariaLabel).toBe("關閉聊天");
  expect(frame?.getAttribute("src")).toBe(`${HOME}/embed`);
  hear({ parley: "ready" });
  expect(sent[0]).toEqual(start({ identity: "a.jwt", language: "zh-TW" }));
});

describe("the chat in a site", () => {
  beforeEach(() => place());

  it("loads nothing until it is opened, and opens and closes in every way", () => {
    expect(look().frame).toBeNull();
    const state = () => {
      const { panel, launcher } = look();
      const isOpen = panel !== null && !panel.hidden;
      expect(launcher?.getAttribute("aria-expanded")).toBe(`${isOpen}`);
      return isOpen;
    };
    const press = (key: string) =>
      look().panel?.dispatchEvent(
        Object.assign(new window.Event("keydown"), { key }) as never,
      );
    expect(state()).toBe(false);
    parley.close();
    look().launcher?.click();
    expect(state()).toBe(true);
    const { frame, panel } = look();
    expect([frame?.title, panel?.ariaLabel, panel?.role]).toEqual([
      "Chat",
      "Chat",
      "dialog",
    ]);
    for (const close of [
      () => look().launcher?.click(),
      () => look().find(".close")?.click(),
      () => press("Escape"),
      () => look().hear({ parley: "close" }),
      () => parley.close(),
    ]) {
      press("a");
      expect(state()).toBe(true);
      close();
      expect(state()).toBe(false);
      parley.open();
    }
    expect(look().frame).toBe(frame);
  });

  it("tells its frame who is there, and what the visitor does", () => {
    place({ identity: "a.jwt", greeting: "Hi!", language: "en" });
    parley.open();
    const { hear, sent } = look();
    const wishes = { identity: "a.jwt", greeting: "Hi!", language: "en" };
    const focus = [{ parley: "focus" }, HOME];
    hear({ parley: "ready" });
    expect(sent.splice(0)).toEqual([start(wishes), focus]);
    // The frame has loaded again.
    hear({ parley: "ready" });
    expect(sent.splice(0)).toEqual([start(wishes)]);
    parley.identify("a.jwt");
    expect(sent.splice(0)).toEqual([]);
    for (const change of [
      () => parley.identify("b.jwt"),
      () => parley.logout(),
    ]) {
      change();
      expect(sent.splice(0)).toEqual([[{ parley: "restart" }, HOME]]);
    }
    parley.open();
    expect(sent).toEqual([focus]);
  });

  it("hears its frame alone", () => {
    parley.open();
    const { hear, sent, panel } = look();
    const stranger = { postMessage: () => 0 };
    hear({ parley: "close" }, { source: stranger, origin: HOME });
    hear({ parley: "ready" }, { source: stranger, origin: HOME });
    hear({ parley: "odd" });
    const { frame } = look();
    const source = (frame as HTMLIFrameElement).contentWindow as never;
    hear({ parley: "close" }, { source, origin: "https://evil.example" });
    expect(panel?.hidden).toBe(false);
    expect(sent).toEqual([]);
  });

  it("hears nothing while it is not in the page", () => {
    parley.open();
    const { chat, hear, sent } = look();
    chat?.remove();
    hear({ parley: "ready" });
    expect(sent).toEqual([]);
    document.body.append(chat as never);
    hear({ parley: "ready" });
    expect(sent[0]).toEqual(start());
  });

  it("is there at once where the site has placed it", () => {
    place({ inline: "" });
    parley.open();
    parley.close();
    const { frame, launcher, panel, hear, sent } = look();
    expect([launcher, panel]).toEqual([null, null]);
    expect(frame).not.toBeNull();
    hear({ parley: "ready" });
    expect(sent).toEqual([start()]);
  });

  it.each([{}, { inline: "" }])(
    "is not shown where the site hides it: %j",
    (attributes) => {
      place(attributes);
      const { chat } = look();
      const display = () => window.getComputedStyle(chat as never).display;
      expect(display()).not.toBe("none");
      chat?.toggleAttribute("hidden", true);
      expect(display()).toBe("none");
    },
  );

  it.each([
    ["en-GB", "Chat", "Close the chat"],
    ["zh", "聊天", "关闭聊天"],
    ["zh-Hant", "聊天", "關閉聊天"],
    ["de", "Chat", "Close the chat"],
  ])("speaks %s, also where that is the site's", (language, title, close) => {
    place({ language });
    parley.open();
    const texts = () => [look().frame?.title, look().find(".close")?.ariaLabel];
    expect(texts()).toEqual([title, close]);
    document.documentElement.lang = language;
    place();
    parley.open();
    expect(texts()).toEqual([title, close]);
    document.documentElement.lang = "";
  });

  it("writes readably on any color", () => {
    const levels = ["00", "33", "66", "80", "99", "cc", "ff"];
    const colors = levels.flatMap((red) =>
      levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)),
    );
    for (const color of colors) {
      place({ color });
      const { style } = look().chat ?? {};
      expect(style?.getPropertyValue("--parley-color")).toBe(color);
      const ink = style?.getPropertyValue("--parley-on-color");
      const light = luminanceOf(color) + 0.05;
      const contrast = ink === "#fff" ? 1.05 / light : light / 0.05;
      expect(contrast, `${ink} on ${color}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

/** WCAG 2.2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
