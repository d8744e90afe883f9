import { textsByLanguage } from "./texts-by-language.ts";
import type { Language, Texts } from "./texts.ts";

/** Text of the page itself, which follows the language. */
export type Phrase = (texts: Texts, language: Language) => string;

type Attributes = Readonly<Record<string, string | boolean | Phrase>>;

export type Child = Node | string | Phrase;

/** Makes elements whose phrases follow the page's language. Text only ever becomes text nodes and attributes, never markup. */
export interface Elements {
  readonly language: Language;
  create<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes?: Attributes,
    children?: readonly Child[],
  ): HTMLElementTagNameMap[Name];
  /** Puts the phrase into the element as its whole text, or as an attribute, now and whenever the language changes. */
  write(element: Element, phrase: Phrase, attribute?: string): void;
  /** Changes the language of all elements in the document. */
  switchTo(language: Language): void;
}

export function createElements({ language }: { language: Language }): Elements {
  let current = language;
  /** By attribute; "" is the element's text. */
  const writers = new WeakMap<Element, Map<string, () => void>>();

  const elements: Elements = {
    get language() {
      return current;
    },

    create(name, attributes = {}, children = []) {
      const element = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
          elements.write(element, value, attribute);
        } else if (value !== false) {
          element.setAttribute(attribute, value === true ? "" : value);
        }
      }
      element.append(...children.map(toNode));
      return element;
    },

    write(element, phrase, attribute = "") {
      const write = () => {
        const text = phrase(textsByLanguage[current], current);
        if (attribute === "") element.textContent = text;
        else element.setAttribute(attribute, text);
      };
      const others = writers.get(element) ?? new Map<string, () => void>();
      writers.set(element, others.set(attribute, write));
      element.toggleAttribute("data-phrase", true);
      write();
    },

    switchTo(next) {
      current = next;
      document.documentElement.lang = next;
      for (const element of document.querySelectorAll("[data-phrase]")) {
        for (const write of writers.get(element)?.values() ?? []) write();
      }
    },
  };

  function toNode(child: Child): Node | string {
    if (typeof child !== "function") return child;
    const span = document.createElement("span");
    elements.write(span, child);
    return span;
  }

  return elements;
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
  elements,
}: {
  text: () => string;
  /** For those who cannot see what is next to the button. */
  label: Phrase;
  elements: Elements;
}): HTMLButtonElement {
  const button = elements.create("button", {
    type: "button",
    class: "quiet small",
    hidden: !("clipboard" in navigator),
  });
  showLabel();

  function showLabel(): void {
    elements.write(button, (texts) => texts.copy);
    elements.write(button, label, "aria-label");
  }

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text());
    elements.write(button, (texts) => texts.copied);
    elements.write(button, (texts) => texts.copied, "aria-label");
    setTimeout(showLabel, THANKS_MS);
  }

  button.addEventListener("click", () => {
    // Refused by the browser: the button stays as it is.
    copy().catch(() => undefined);
  });
  return button;
}

/** A link to another site, in a tab of its own; the site does not learn where its visitor comes from. */
export function createLink({
  address,
  children,
  elements,
}: {
  /** One that may be followed: see `to-safe-address.ts`. */
  address: string;
  children: readonly Child[];
  elements: Elements;
}): HTMLAnchorElement {
  return elements.create(
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
