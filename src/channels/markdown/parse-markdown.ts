import {
  Lexer,
  type Links,
  type MarkedOptions,
  type MarkedToken,
  type Token,
  Tokenizer,
  type Tokens,
} from "marked";

/**
 * The text as a tree of GitHub Flavored Markdown, in which formulas are left as they were written. Definitions of links are empty
 * where a link has their address, and as they were written where none has: then they are all that a reader sees of it.
 */
export function parseMarkdown(markdown: string): readonly MarkedToken[] {
  const tokenizer = new BoundedTokenizer();
  const options = { gfm: true, tokenizer, extensions: mathExtension };
  try {
    const tokens = new Lexer(options).lex(markdown);
    tokenizer.emptyUsedDefinitions();
    return knownTokens(tokens);
  } catch {
    // The parser throws where it finds itself in an endless loop. Better the bare text than no reply.
    return [{ type: "text", raw: markdown, text: markdown }];
  }
}

export function knownTokens(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens.filter(isKnown);
}

/** The parser's types allow for tokens of extensions, too; the one for formulas makes none of its own. */
function isKnown(_token: Token): _token is MarkedToken {
  return true;
}

/** Quotes, lists and emphasis within each other beyond this are left as text. */
const MAX_DEPTH = 12;
/** How far emphasis, a heading above its line or an address may reach, in UTF-16 units. */
const MAX_REACH = 2000;
/** How often the tokenizer looks for the end of emphasis in one text; asterisks after that are only asterisks. */
const MAX_SEARCHES = 2000;
/** Broader tables are left as text. */
const MAX_COLUMNS = 30;

/**
 * The parser's tokenizer with bounds. Without them, texts such as `>>>>…`, `*a *a …` or a table of ten thousand columns
 * take minutes or all memory. It also parses bold text next to Chinese, Japanese and Korean punctuation.
 */
class BoundedTokenizer extends Tokenizer {
  #depth = 0;
  #searches = 0;
  readonly #definitions: Tokens.Def[] = [];
  readonly #usedAddresses = new Set<string>();

  /** For the time when all links are read: definitions come before or after them. */
  emptyUsedDefinitions(): void {
    for (const definition of this.#definitions)
      if (this.#usedAddresses.has(definition.href)) definition.raw = "";
  }

  override def(source: string): Tokens.Def | undefined {
    const definition = super.def(source);
    if (definition !== undefined) this.#definitions.push(definition);
    return definition;
  }

  override reflink(
    source: string,
    links: Links,
  ): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    const found = super.reflink(source, links);
    if (found !== undefined && found.type !== "text")
      this.#usedAddresses.add(found.href);
    return found;
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return this.#deeper(() => super.blockquote(source));
  }

  override list(source: string): Tokens.List | undefined {
    return this.#deeper(() => super.list(source));
  }

  override table(source: string): Tokens.Table | undefined {
    const [header = ""] = source.split("\n", 1);
    return header.split("|", MAX_COLUMNS + 2).length > MAX_COLUMNS + 1
      ? undefined
      : super.table(source);
  }

  override lheading(source: string): Tokens.Heading | undefined {
    return super.lheading(source.slice(0, MAX_REACH));
  }

  override url(source: string): Tokens.Link | undefined {
    // An address ends before other scripts: their writers put no space between it and the next word.
    const ascii = /^[!-~]*/.exec(source.slice(0, MAX_REACH))?.[0] ?? "";
    return super.url(ascii);
  }

  override emStrong(
    source: string,
    maskedSource: string,
    previousCharacter?: string,
  ): Tokens.Em | Tokens.Strong | undefined {
    if (!/^[*_]/.test(source)) return undefined;
    const mask = maskNear(source, maskedSource);
    return this.#search(
      () =>
        this.#strongNextToPunctuation(source, previousCharacter) ??
        super.emStrong(source.slice(0, MAX_REACH), mask, previousCharacter),
    );
  }

  override del(
    source: string,
    maskedSource: string,
    previousCharacter?: string,
  ): Tokens.Del | undefined {
    if (!source.startsWith("~")) return undefined;
    const mask = maskNear(source, maskedSource);
    return this.#search(() =>
      super.del(source.slice(0, MAX_REACH), mask, previousCharacter),
    );
  }

  /**
   * Bold text as in `**注意：**请看` or `是**“重要”**的`: CommonMark wants a space between punctuation and a letter on the
   * two sides of `**`, which these languages do not write.
   */
  #strongNextToPunctuation(
    source: string,
    previousCharacter = "",
  ): Tokens.Strong | undefined {
    const match = STRONG.exec(source.slice(0, MAX_REACH));
    if (match?.[1] === undefined) return undefined;
    const [raw, text] = match;
    const after = source.slice(raw.length, raw.length + 2);
    const isTight =
      (/\p{P}$/u.test(text) && STARTS_EAST_ASIAN.test(after)) ||
      (/^\p{P}/u.test(text) && ENDS_EAST_ASIAN.test(previousCharacter));
    if (!isTight) return undefined;
    return { type: "strong", raw, text, tokens: this.lexer.inlineTokens(text) };
  }

  #search<Found>(find: () => Found | undefined): Found | undefined {
    this.#searches += 1;
    return this.#searches > MAX_SEARCHES ? undefined : this.#deeper(find);
  }

  #deeper<Found>(find: () => Found | undefined): Found | undefined {
    if (this.#depth >= MAX_DEPTH) return undefined;
    this.#depth += 1;
    try {
      return find();
    } finally {
      this.#depth -= 1;
    }
  }
}

/** `**…**` around one line's text and code without other asterisks. */
const STRONG = /^\*\*(?!\s)((?:[^*`\\\n]|\\.|`[^`\n]*`)+)(?<!\s)\*\*(?!\*)/;
const EAST_ASIAN =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]";
const STARTS_EAST_ASIAN = new RegExp(`^${EAST_ASIAN}`, "u");
const ENDS_EAST_ASIAN = new RegExp(`${EAST_ASIAN}$`, "u");

/** The mask of the text near the source's start: as far as emphasis reaches, and a little of what is before it. */
function maskNear(source: string, maskedSource: string): string {
  const position = maskedSource.length - source.length;
  return maskedSource.slice(Math.max(0, position - 8), position + MAX_REACH);
}

/** How far a formula may reach, in UTF-16 units. */
const MAX_FORMULA = 2000;

/** `\(…\)`, `\[…\]`, `$$…$$`, and `$…$` as Pandoc reads it, which leaves prices alone. Formulas hold no blank lines. */
const FORMULA =
  /^(?:\\\((?:(?!\n\n)[^])+?\\\)|\\\[(?:(?!\n\n)[^])+?\\\]|\$\$(?:(?!\n\n)[^$])+\$\$|\$(?![\s$])(?:\\.|[^$\\\n])*(?<!\s)\$(?!\d))/;
const FORMULA_BLOCK = /^ {0,3}(?:\\\[[^]+?\\\]|\$\$[^$]+\$\$)[ \t]*(?:\n+|$)/;

/** Makes the parser leave formulas as they are: what looks like Markdown in them is not. */
const mathExtension = {
  renderers: {},
  childTokens: {},
  inline: [parseFormula],
  startInline: [
    (source: string) => {
      const start = source.slice(0, MAX_FORMULA).search(/\$|\\[([]/);
      return start === -1 ? MAX_FORMULA : start;
    },
  ],
  block: [parseFormulaBlock],
  startBlock: [
    (source: string) => {
      const [paragraph = ""] = source.slice(0, MAX_FORMULA).split("\n\n", 1);
      const start = paragraph.search(/\n {0,3}(?:\$\$|\\\[)/);
      return start === -1 ? undefined : start + 1;
    },
  ],
} satisfies MarkedOptions["extensions"];

function parseFormula(source: string): Tokens.Escape | undefined {
  const raw = FORMULA.exec(source.slice(0, MAX_FORMULA))?.[0];
  return raw === undefined ? undefined : { type: "escape", raw, text: raw };
}

function parseFormulaBlock(source: string): Tokens.Escape | undefined {
  const raw = FORMULA_BLOCK.exec(source.slice(0, MAX_FORMULA))?.[0];
  // No paragraph: the parser would join it with the next one.
  return raw === undefined
    ? undefined
    : { type: "escape", raw, text: raw.trim() };
}
