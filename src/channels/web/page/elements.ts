import type { Texts } from "./texts-english.ts";
import { type Language, textsByLanguage } from "./texts.ts";

/** Text of the page itself, which follows the language. */
export type Phrase = (texts: Texts, language: Language) => string;

type Attributes = Readonly<Record<string, string | boolean | Phrase>>;

/** What an element may hold; `false` is left out, as it is of attributes. */
export type Child = Node | string | Phrase | false;

let current: Language = "en";

/** What writes the phrases of an element, by attribute; "" is its text. */
const writers = new WeakMap<Element, Map<string, () => void>>();

export function currentLanguage(): Language {
  return current;
}

/** Changes the language of all phrases in the document. */
export function switchLanguage(next: Language): void {
  current = next;
  document.documentElement.lang = next;
  for (const element of document.querySelectorAll("[data-phrase]"))
    for (const rewrite of writers.get(element)?.values() ?? []) rewrite();
}

/** Puts a phrase into the element as its whole text, or as an attribute, now and whenever the language changes. */
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

/** Text only ever becomes text nodes and attributes, never markup. */
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

/** What is too wide scrolls in a box of its own, which the keyboard can reach. */
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

/** An element of index.html. Throws where the page and its script do not fit together. */
export function findElement<Kind extends Element>(
  id: string,
  kind: abstract new (...parameters: never[]) => Kind,
): Kind {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html lacks #${id} (${kind.name})`);
}

const THANKS_MS = 2_000;

/** A button that copies a text and says so. Hidden where the browser has no clipboard for pages, as on plain HTTP. */
export function createCopyButton({
  text,
  label,
}: {
  text: string;
  /** For those who cannot see what is next to the button. */
  label: Phrase;
}): HTMLButtonElement {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    show((texts) => texts.copied);
    setTimeout(show, THANKS_MS);
  };
  const button = createButton(
    "",
    // Refused by the browser: the button stays as it is.
    () => void copy().catch(() => undefined),
    { class: "quiet small", hidden: !("clipboard" in navigator) },
  );
  const show = (thanks?: Phrase): void => {
    write(button, thanks ?? ((texts) => texts.copy));
    write(button, thanks ?? label, "aria-label");
  };
  show();
  return button;
}

/**
 * A link to another site, in a tab of its own; the site does not learn where its visitor comes from.
 * @param address one that may be followed: see `toSafeAddress`
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

/** Runs the job before the next paint, once, however often it is asked to before that. */
export function oncePerFrame(job: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      job();
    });
  };
}
