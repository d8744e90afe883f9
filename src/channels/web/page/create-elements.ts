import { textsByLanguage, type Language, type Texts } from "./texts.ts";

/** Text of the page itself, which follows the language. */
export type Phrase = (texts: Texts, language: Language) => string;

export type Attributes = Readonly<Record<string, string | boolean | Phrase>>;

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
