import {
  Lexer,
  Tokenizer,
  type Links,
  type MarkedOptions,
  type MarkedToken,
  type Token,
  type Tokens,
} from "marked";

/**
 * Parses GitHub Flavored Markdown; formulas stay verbatim. A link definition is
 * emptied if a link uses its address, else kept verbatim, as nothing else shows
 * it.
 */
export function parseMarkdown(markdown: string): readonly MarkedToken[] {
  const tokenizer = new BoundedTokenizer();
  const options = { gfm: true, tokenizer, extensions: mathExtension };
  try {
    const tokens = new Lexer(options).lex(markdown);
    tokenizer.emptyUsedDefinitions();
    return knownTokens(tokens);
  } catch {
    // marked throws if it detects an infinite loop. The plain text is better
    // than no reply.
    return [{ type: "text", raw: markdown, text: markdown }];
  }
}

export function knownTokens(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens.filter(isKnown);
}

/**
 * marked's types also allow tokens of extensions; the formula extension creates
 * none.
 */
function isKnown(_token: Token): _token is MarkedToken {
  return true;
}

/** Quotes, lists and emphasis nested deeper stay text. */
const MAX_DEPTH = 12;
/**
 * Maximum length of emphasis, an underlined heading or an address, in UTF-16
 * units.
 */
const MAX_REACH = 2000;
/**
 * How often the tokenizer searches a text for the end of emphasis; later
 * asterisks stay text.
 */
const MAX_SEARCHES = 2000;
/** Wider tables stay text. */
const MAX_COLUMNS = 30;

/**
 * marked's tokenizer with limits: texts such as `>>>>…`, `*a *a …` or a table
 * of ten thousand columns would take minutes or exhaust memory. Also parses
 * bold text next to Chinese, Japanese and Korean punctuation.
 */
class BoundedTokenizer extends Tokenizer {
  #depth = 0;
  #searches = 0;
  readonly #definitions: Tokens.Def[] = [];
  readonly #usedAddresses = new Set<string>();

  /** Call after parsing: definitions come before or after their links. */
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
    // Ends an address before non-ASCII characters: Chinese and Japanese have no
    // space between it and the next word.
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
   * Parses bold text such as `**注意：**请看` or `是**“重要”**的`: CommonMark requires a
   * space between punctuation and a letter around `**`, which these languages
   * do not write.
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

/**
 * `**…**` within one line, containing text and code without other asterisks.
 */
const STRONG = /^\*\*(?!\s)((?:[^*`\\\n]|\\.|`[^`\n]*`)+)(?<!\s)\*\*(?!\*)/;
const EAST_ASIAN =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]";
const STARTS_EAST_ASIAN = new RegExp(`^${EAST_ASIAN}`, "u");
const ENDS_EAST_ASIAN = new RegExp(`${EAST_ASIAN}$`, "u");

/**
 * The part of the mask that matters for the source: the reach of emphasis, and
 * a few characters before it.
 */
function maskNear(source: string, maskedSource: string): string {
  const position = maskedSource.length - source.length;
  return maskedSource.slice(Math.max(0, position - 8), position + MAX_REACH);
}

/** Maximum length of a formula in UTF-16 units. */
const MAX_FORMULA = 2000;

/**
 * `\(…\)`, `\[…\]`, `$$…$$`, and `$…$` by Pandoc's rules, which exclude prices.
 * Formulas contain no blank lines.
 */
const FORMULA =
  /^(?:\\\((?:(?!\n\n)[^])+?\\\)|\\\[(?:(?!\n\n)[^])+?\\\]|\$\$(?:(?!\n\n)[^$])+\$\$|\$(?![\s$])(?:\\.|[^$\\\n])*(?<!\s)\$(?!\d))/;
const FORMULA_BLOCK = /^ {0,3}(?:\\\[[^]+?\\\]|\$\$[^$]+\$\$)[ \t]*(?:\n+|$)/;

/** Keeps formulas verbatim, even if they look like Markdown. */
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
  // Not a paragraph, which the parser would join with the next one.
  return raw === undefined
    ? undefined
    : { type: "escape", raw, text: raw.trim() };
}
