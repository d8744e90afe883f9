import { asObject } from "../../../text/json.ts";
import type { SiteMessage } from "./messages.ts";
import { STYLE } from "./style.ts";
import { textsFor } from "./widget-texts.ts";

/** Where this script comes from is where the chat is. */
const script = document.currentScript;
const HOME =
  script instanceof HTMLScriptElement
    ? new URL(script.src).origin
    : location.origin;

const CHAT_ICON =
  "M8 3h16a6 6 0 0 1 6 6v9a6 6 0 0 1-6 6h-8l-7 6v-6H8a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6Z";
const CLOSE_ICON = "M8 8l16 16M24 8L8 24";

/**
 * `<parley-chat>`: a button that opens the chat in a panel or, with
 * `data-inline`, the chat in place. Loads nothing from the chat's server and
 * sets no cookie before it is opened. Attributes: `data-title`, `data-color`,
 * `data-greeting`, `data-position` (`left`, `right`), `data-language`,
 * `data-identity`.
 */
class ParleyChat extends HTMLElement {
  #identity: string | undefined;
  #frame: HTMLIFrameElement | undefined;
  /** Opened, but the frame is not ready. */
  #isFocusDue = false;
  #launcher: HTMLButtonElement | undefined;
  #panel: HTMLElement | undefined;

  connectedCallback(): void {
    addEventListener("message", this);
    if (this.shadowRoot !== null) return;
    this.#identity = this.dataset["identity"];
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const { color } = this.dataset;
    if (color !== undefined) {
      this.style.setProperty("--parley-color", color);
      this.style.setProperty("--parley-on-color", inkOn(color));
    }
    if (this.#isInline) this.open();
    else root.append(this.#createLauncher());
  }

  disconnectedCallback(): void {
    removeEventListener("message", this);
  }

  /** Opens the panel, and moves the focus into the chat. */
  open(): void {
    this.#isFocusDue = !this.#isInline && this.#frame === undefined;
    this.#frame ??= this.#createFrame();
    if (this.#isInline || this.#panel === undefined) return;
    this.#panel.hidden = false;
    this.#launcher?.setAttribute("aria-expanded", "true");
    this.#frame.focus({ preventScroll: true });
    this.#send({ parley: "focus" });
  }

  close(): void {
    if (this.#panel === undefined || this.#panel.hidden) return;
    this.#panel.hidden = true;
    this.#launcher?.setAttribute("aria-expanded", "false");
    this.#launcher?.focus({ preventScroll: true });
  }

  /** Shows this person's chat; the one before disappears. */
  identify(token: string | undefined): void {
    if (token === this.#identity) return;
    this.#identity = token;
    this.#send({ parley: "restart" });
  }

  get #isInline(): boolean {
    return this.dataset["inline"] !== undefined;
  }

  /** Empty: the browser's. */
  get #language(): string {
    return this.dataset["language"] ?? document.documentElement.lang;
  }

  get #title(): string {
    return this.dataset["title"] ?? this.#texts.title;
  }

  get #texts() {
    return textsFor(this.#language || navigator.language);
  }

  #createLauncher(): HTMLButtonElement {
    const launcher = createButton("launcher", this.#title, CHAT_ICON);
    launcher.setAttribute("aria-expanded", "false");
    launcher.addEventListener("click", () =>
      this.#panel?.hidden === false ? this.close() : this.open(),
    );
    this.#launcher = launcher;
    return launcher;
  }

  #createFrame(): HTMLIFrameElement {
    const frame = document.createElement("iframe");
    frame.src = `${HOME}/embed`;
    frame.title = this.#title;
    frame.allow = "clipboard-write; microphone";
    if (this.#isInline) this.shadowRoot?.append(frame);
    else this.shadowRoot?.prepend(this.#createPanel(frame));
    return frame;
  }

  #createPanel(frame: HTMLIFrameElement): HTMLElement {
    const panel = document.createElement("div");
    panel.className = "panel";
    panel.role = "dialog";
    panel.ariaLabel = this.#title;
    const bar = document.createElement("div");
    bar.className = "bar";
    const title = document.createElement("span");
    title.textContent = this.#title;
    const close = createButton("close", this.#texts.close, CLOSE_ICON);
    close.addEventListener("click", () => this.close());
    bar.append(title, close);
    panel.append(bar, frame);
    panel.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.close();
    });
    this.#panel = panel;
    return panel;
  }

  handleEvent({ source, origin, data }: MessageEvent): void {
    if (source !== this.#frame?.contentWindow || origin !== HOME) return;
    const { parley } = asObject(data);
    if (parley === "close") this.close();
    if (parley !== "ready") return;
    const { greeting } = this.dataset;
    const language = this.#language;
    const identity = this.#identity;
    this.#send({ parley: "start", identity, greeting, language });
    if (this.#isFocusDue) this.#send({ parley: "focus" });
    this.#isFocusDue = false;
  }

  #send(message: SiteMessage): void {
    this.#frame?.contentWindow?.postMessage(message, HOME);
  }
}

function createButton(
  name: string,
  label: string,
  icon: string,
): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.ariaLabel = label;
  const SVG = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", icon);
  svg.append(path);
  button.append(svg);
  return button;
}

/** Black or white, whichever has more contrast on a color. */
function inkOn(color: string): string {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return "#fff";
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  // Luminance by https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  const luminance = [red, green, blue]
    .map((value) => (value / 255) ** 2.2)
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at]!, 0);
  return luminance > 0.18 ? "#000" : "#fff";
}

type Call = (chat: ParleyChat) => void;

/** The site's calls before the page is parsed. */
const early: Call[] = [];

function findChat(): ParleyChat | null {
  return document.querySelector<ParleyChat>("parley-chat");
}

function run(call: Call): void {
  const chat = findChat();
  if (chat === null) early.push(call);
  else call(chat);
}

/** Adds the button, unless the site has placed the chat itself. */
function addChat(): void {
  if (findChat() === null) {
    const chat = document.createElement("parley-chat");
    if (script instanceof HTMLScriptElement)
      Object.assign(chat.dataset, script.dataset);
    document.body.append(chat);
  }
  for (const call of early.splice(0)) run(call);
}

if (customElements.get("parley-chat") === undefined) {
  customElements.define("parley-chat", ParleyChat);
  Object.assign(window, {
    parley: {
      open: () => run((chat) => chat.open()),
      close: () => run((chat) => chat.close()),
      identify: (token: string) => run((chat) => chat.identify(token)),
      logout: () => run((chat) => chat.identify(undefined)),
    },
  });
  if (document.readyState === "loading")
    addEventListener("DOMContentLoaded", addChat);
  else addChat();
}
