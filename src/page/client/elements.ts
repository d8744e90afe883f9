import type { Texts } from "./texts-english.ts";
import { textsByLanguage, type Language } from "./texts.ts";

/** A localized text. */
export type Phrase = (texts: Texts, language: Language) => string;

type Attributes = Readonly<Record<string, string | boolean | Phrase>>;

/** A child of an element; `false` is omitted, as in attributes. */
export type Child = Node | string | Phrase | false;

let current: Language = "en";

/**
 * Functions that rewrite an element's phrases, by attribute; "" is its text.
 */
const writers = new WeakMap<Element, Map<string, () => void>>();

export function currentLanguage(): Language {
  return current;
}

/** Switches the language of all phrases in the document. */
export function switchLanguage(next: Language): void {
  current = next;
  document.documentElement.lang = next;
  for (const element of document.querySelectorAll("[data-phrase]"))
    for (const rewrite of writers.get(element)?.values() ?? []) rewrite();
}

/**
 * Writes a phrase as an element's text or attribute, now and on language
 * changes.
 */
export function write(element: Element, phrase: Phrase, attribute = ""): void {
  const rewrite = () => {
    const text = phrase(textsByLanguage[current], current);
    if (attribute === "") element.textContent = text;
    else element.setAttribute(attribute, text);
  };
  const others = writers.get(element) ?? new Map<string, () => void>();
  writers.set(element, others.set(attribute, rewrite));
  element.toggleAttribute("data-phrase", true);
  rewrite();
}

/** Creates an element. Text becomes text nodes and attributes, never markup. */
export function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  children: readonly Child[] = [],
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") write(element, value, attribute);
    else if (value !== false)
      element.setAttribute(attribute, value === true ? "" : value);
  }
  const shown = children.filter((child) => child !== false);
  element.append(...shown.map(toNode));
  return element;
}

function toNode(child: Exclude<Child, false>): Node | string {
  if (typeof child !== "function") return child;
  const span = document.createElement("span");
  write(span, child);
  return span;
}

/** A focusable box that scrolls wide content. */
export function createScrollBox(
  label: Phrase,
  attributes: Attributes,
  children: readonly Child[],
): HTMLElement {
  const reachable = { role: "group", tabindex: "0", "aria-label": label };
  return create("div", { ...reachable, ...attributes }, children);
}

export function createButton(
  label: Child,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const button = create("button", { type: "button", ...attributes }, [label]);
  button.addEventListener("click", onClick);
  return button;
}

/**
 * Finds an element of index.html. Throws if it is missing or of another kind.
 */
export function findElement<Kind extends Element>(
  id: string,
  kind: abstract new (...parameters: never[]) => Kind,
): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html lacks #${id} (${kind.name})`);
}

const CONFIRMATION_MS = 2_000;

/**
 * A button that copies a text and confirms it. Hidden if the clipboard is
 * unavailable, as over plain HTTP.
 */
export function createCopyButton({
  text,
  label,
}: {
  text: string;
  /** For screen readers. */
  label: Phrase;
}): HTMLButtonElement {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    show((texts) => texts.copied);
    setTimeout(show, CONFIRMATION_MS);
  };
  const button = createButton(
    "",
    // Ignore the browser's refusal.
    () => void copy().catch(() => undefined),
    { class: "quiet small", hidden: !("clipboard" in navigator) },
  );
  const show = (confirmation?: Phrase): void => {
    write(button, confirmation ?? ((texts) => texts.copy));
    write(button, confirmation ?? label, "aria-label");
  };
  show();
  return button;
}

/**
 * A link that opens in a new tab and sends no referrer.
 * @param address must be safe, see `toSafeAddress`
 */
export function createLink(
  address: string,
  children: readonly Child[],
): HTMLAnchorElement {
  return create(
    "a",
    {
      href: address,
      title: address,
      target: "_blank",
      rel: "noopener noreferrer nofollow",
    },
    children,
  );
}

/**
 * Returns a function that runs the job at most once per frame, before the next
 * paint.
 */
export function oncePerFrame(job: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      job();
    });
  };
}
