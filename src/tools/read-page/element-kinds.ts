export type Attributes = Readonly<Record<string, string>>;

/** Nothing to read: code, pictures, what belongs to the site and not to the page, fields of forms. */
const SKIPPED = toSet(
  "script style template noscript svg canvas object iframe audio video picture " +
    "nav aside footer dialog menu button select textarea datalist label",
);
const SKIPPED_ROLES = toSet("navigation banner contentinfo search dialog");
/** Left out when printed, and the links beside headings of a wiki that lead to its editor. */
const SKIPPED_CLASSES = /(?:^|\s)(?:noprint|mw-editsection)(?:\s|$)/;

/** With an empty line before and behind. */
const PARAGRAPHS = toSet(
  "p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote table figure section article main details hr",
);
/** On lines of their own. */
const LINES = toSet(
  "address body caption center dd div dt fieldset figcaption form header hgroup legend li summary tr",
);

/** Longer attributes are read up to here. */
const MAX_LENGTH = 500;

/** Whether readers see nothing of an element, or nothing that they came for. */
export function isSkipped(name: string, attributes: Attributes): boolean {
  return (
    SKIPPED.has(name) ||
    SKIPPED_ROLES.has(attributes["role"] ?? "") ||
    attributes["hidden"] !== undefined ||
    attributes["aria-hidden"] === "true" ||
    SKIPPED_CLASSES.test(read(attributes, "class")) ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(
      read(attributes, "style"),
    )
  );
}

/** How many line breaks an element has before and behind it, at least. */
export function countBreaks(name: string): 0 | 1 | 2 {
  if (PARAGRAPHS.has(name)) return 2;
  return LINES.has(name) ? 1 : 0;
}

/** What pages hold beside their navigation, in the elements that are made for it. */
export type Region = "main" | "article";

/** The region that an element is, if any. */
export function regionOf(
  name: string,
  attributes: Attributes,
): Region | undefined {
  if (name === "main" || attributes["role"] === "main") return "main";
  return name === "article" ? "article" : undefined;
}

/** A formula as its author has typed it, where the element has that text beside what it shows. */
export function formulaOf(
  name: string,
  attributes: Attributes,
): string | undefined {
  if (name === "math") return attributes["alttext"];
  const isFormula =
    name === "img" && /math|latex/i.test(read(attributes, "class"));
  return isFormula ? attributes["alt"] : undefined;
}

function read(attributes: Attributes, name: string): string {
  return (attributes[name] ?? "").slice(0, MAX_LENGTH);
}

function toSet(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
