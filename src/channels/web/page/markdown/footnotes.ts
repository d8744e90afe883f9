import type { Token, TokenizerExtension, Tokens } from "marked";

/** A reference in the text: `[^1]`. */
export interface NoteReference {
  readonly type: "noteReference";
  readonly raw: string;
  readonly id: string;
  /** The note's number, from 1; `undefined` if there is no such note. */
  number?: number;
}

/** A note: `[^1]: …` on its own line, with the indented lines that follow. */
export interface NoteDefinition {
  readonly type: "noteDefinition";
  readonly raw: string;
  readonly id: string;
  readonly tokens: Token[];
}

const REFERENCE = /^\[\^([^\]\s]{1,50})\](?![(:])/;
const DEFINITION =
  /^ {0,3}\[\^([^\]\s]{1,50})\]:[ \t]*([^\n]*(?:\n(?: {2,}|\t)[^\n]+)*)(?:\n+|$)/;

export const noteReference: TokenizerExtension = {
  name: "noteReference",
  level: "inline",
  tokenizer(source) {
    const [raw, id] = REFERENCE.exec(source) ?? [];
    return raw === undefined || id === undefined
      ? undefined
      : ({ type: "noteReference", raw, id } satisfies NoteReference);
  },
};

export const noteDefinition: TokenizerExtension = {
  name: "noteDefinition",
  level: "block",
  childTokens: ["tokens"],
  start(source) {
    const index = source.search(/\n {0,3}\[\^[^\]\s]{1,50}\]:/);
    return index < 0 ? undefined : index + 1;
  },
  tokenizer(source) {
    const [raw, id, text] = DEFINITION.exec(source) ?? [];
    if (raw === undefined || id === undefined || text === undefined)
      return undefined;
    const definition: NoteDefinition = {
      type: "noteDefinition",
      raw,
      id,
      tokens: [],
    };
    this.lexer.inline(text.replaceAll(/\n\s+/g, "\n"), definition.tokens);
    return definition;
  },
};

export function isNoteReference(
  token: Token,
): token is Tokens.Generic & NoteReference {
  return token.type === "noteReference";
}

export function isNoteDefinition(
  token: Token,
): token is Tokens.Generic & NoteDefinition {
  return token.type === "noteDefinition";
}
