import { FIELDS } from "./chinese/fields.ts";
import { INTRODUCTION } from "./chinese/introduction.ts";
import { OPENAI } from "./chinese/openai.ts";
import { OPERATIONS } from "./chinese/operations.ts";
import { PROBLEMS } from "./chinese/problems.ts";
import type { ApiDocument } from "./create-document.ts";
import { createIntroduction } from "./introduction.ts";
import { TITLE_SEPARATOR } from "./problem-responses.ts";

/** Chinese translations, keyed by the English texts. */
export const CHINESE: Readonly<Record<string, string>> = {
  ...INTRODUCTION,
  ...OPERATIONS,
  ...PROBLEMS,
  ...FIELDS,
  ...OPENAI,
};

/**
 * Translates a text to Chinese; returns it unchanged if it has no translation.
 */
export function toChinese(text: string): string {
  return CHINESE[text] ?? text;
}

/** The fields of an OpenAPI document that hold prose. */
const PROSE = ["description", "summary", "x-displayName", "label"];
/** Fields with wire data, which is not translated. */
const WIRE = ["value", "example", "default", "const", "enum"];

/**
 * Returns a copy of the document with its prose translated and its wire data
 * unchanged.
 */
export function translateDocument(
  document: ApiDocument,
  translate: (text: string) => string,
): ApiDocument {
  const translateText = (text: string): string =>
    text.split(TITLE_SEPARATOR).map(translate).join(TITLE_SEPARATOR);
  const copy = structuredClone(document);
  copy.info.description = "";
  translateFields(copy, translateText);
  copy.info.description = createIntroduction(translate);
  return copy;
}

function translateFields(
  node: object,
  translate: (text: string) => string,
): void {
  for (const [name, value] of Object.entries(node)) {
    if (typeof value === "string" && value !== "" && PROSE.includes(name))
      Object.assign(node, { [name]: translate(value) });
    else if (
      typeof value === "object" &&
      value !== null &&
      !WIRE.includes(name)
    )
      translateFields(value, translate);
  }
}
