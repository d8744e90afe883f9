import MarkdownIt, {
  type Env,
  type MarkdownIt as Parser,
  type Token,
} from "markdown-it";
import cjkFriendly from "markdown-it-cjk-friendly";
import footnote from "markdown-it-footnote";
import { buildDocument } from "./build-document.ts";
import type { Document } from "./document.ts";
import { addFormulas } from "./formulas.ts";

/**
 * Deeper quotes and lists are nothing that anybody reads: such a text is shown
 * as it is.
 */
const MAX_NESTING = 20;

const parser = createParser();

/** Link definitions and footnotes of earlier parts of a text. */
export type Definitions = Env;

/**
 * Parses CommonMark with tables, strikethrough, task lists, footnotes, formulas
 * and bare addresses; bold text needs no spaces in Chinese, Japanese and
 * Korean. Takes linear time; never throws.
 * @param definitions those of this text are added
 */
export function parseDocument(
  markdown: string,
  definitions: Definitions = {},
): Document {
  const tokens = parseTokens(markdown, definitions);
  return tokens.some(({ level }) => level >= MAX_NESTING)
    ? [{ type: "html", text: markdown }]
    : buildDocument(tokens);
}

export function parseTokens(
  markdown: string,
  definitions: Definitions = {},
): readonly Token[] {
  return parser.parse(markdown, definitions);
}

/** What a run of text leaves open. */
interface OpenEnds {
  /** Backticks that begin code. */
  code: string;
  /** The marks that would end its emphasis, innermost first. */
  marks: string;
}

/** By the environment of their run of text. */
const openEnds = new WeakMap<Env, OpenEnds>();

export function findOpenEnds(text: string): Readonly<OpenEnds> {
  const env: Env = {};
  const ends = { code: "", marks: "" };
  openEnds.set(env, ends);
  parser.inline.parse(text, parser, env, []);
  return ends;
}

function createParser(): Parser {
  const created = new MarkdownIt({ html: true, maxNesting: MAX_NESTING + 1 })
    .use(cjkFriendly)
    .use(footnote)
    .disable(["footnote_inline", "footnote_tail"]);
  // Addresses are parsed as browsers do, when the tree is built.
  created.validateLink = () => true;
  created.normalizeLink = (address) => address;
  created.normalizeLinkText = (text) => text;
  keepAddresses(created);
  addFormulas(created);
  keepDefinitions(created);
  boundTables(created);
  noteOpenEnds(created);
  return created;
}

/** Keeps underscores in bare addresses from being emphasis. */
function keepAddresses({ inline }: Parser): void {
  inline.ruler.before("escape", "address", (state, silent) => {
    const { src, pos } = state;
    const scheme = src.slice(Math.max(0, pos - 5), pos);
    if (!src.startsWith("://", pos) || !/https?$/i.test(scheme)) return false;
    ADDRESS.lastIndex = pos;
    const [rest] = ADDRESS.exec(src) ?? [];
    if (rest === undefined) return false;
    if (!silent) state.pending += rest;
    state.pos += rest.length;
    return true;
  });
}

/** Without marks at the end, which may end emphasis around it. */
const ADDRESS = /:\/\/(?:[\w./?=%+#:;,@!()~-]|&(?!#?\w+;))*[a-z0-9/]/iy;

/** Keeps link definitions as tokens, since nothing else may show them. */
function keepDefinitions({ block, utils }: Parser): void {
  const define = ruleOf("block", "reference");
  block.ruler.at("reference", (state, start, end, silent) => {
    if (!define(state, start, end, silent)) return false;
    const token = state.push("definition", "", 0);
    token.map = [start, state.line];
    token.content = state.getLines(start, state.line, state.blkIndent, false);
    const [, label = ""] = LABEL.exec(token.content) ?? [];
    const key = utils.normalizeReference(label);
    token.meta = { label, address: state.env.references?.[key]?.href };
    return true;
  });
}

const LABEL = /^\s*\[((?:[^\\[\]]|\\[^])+)\]:/;

/** Wider tables are text: short rows would be filled up with empty cells. */
const MAX_COLUMNS = 100;

function boundTables({ block }: Parser): void {
  const readTable = ruleOf("block", "table");
  const options = { alt: ["paragraph", "reference"] };
  block.ruler.at(
    "table",
    (state, start, end, silent) => {
      const line = state.src.slice(state.bMarks[start], state.eMarks[start]);
      return (
        line.split("|", MAX_COLUMNS + 2).length < MAX_COLUMNS + 2 &&
        readTable(state, start, end, silent)
      );
    },
    options,
  );
}

/** For `findOpenEnds`. */
function noteOpenEnds({ inline }: Parser): void {
  const readCode = ruleOf("inline", "backticks");
  inline.ruler.at("backticks", (state, silent) => {
    const start = state.pos;
    if (!readCode(state, silent)) return false;
    const read = state.src.slice(start, state.pos);
    const ends = openEnds.get(state.env);
    if (ends?.code === "" && /^`+$/.test(read)) ends.code = read;
    return true;
  });
  inline.ruler2.push("open_ends", ({ env, delimiters }) => {
    const ends = openEnds.get(env);
    if (ends === undefined) return;
    ends.marks = delimiters
      .filter(({ open, end }) => open && end < 0)
      .map(({ marker }) =>
        marker === TILDE ? "~~" : String.fromCharCode(marker),
      )
      .toReversed()
      .join("");
  });
}

const TILDE = 0x7e;

/** A rule of the package, to be called by one of ours. */
function ruleOf(level: "block", name: string): BlockRule;
function ruleOf(level: "inline", name: string): InlineRule;
function ruleOf(level: "block" | "inline", name: string) {
  const { ruler } = new MarkdownIt()[level];
  ruler.enableOnly(name);
  const [rule] = ruler.getRules("");
  return rule;
}

type BlockRule = ReturnType<Parser["block"]["ruler"]["getRules"]>[number];
type InlineRule = ReturnType<Parser["inline"]["ruler"]["getRules"]>[number];
