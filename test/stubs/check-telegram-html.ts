/** As in the Bot API's `MessageEntity`; offsets and lengths in UTF-16 units. */
export interface TelegramEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string;
  readonly language?: string;
}

export type HtmlReading =
  | {
      readonly kind: "read";
      readonly text: string;
      readonly entities: readonly TelegramEntity[];
    }
  /** `problem` as Telegram words it, behind "can't parse entities: ". */
  | { readonly kind: "unparsable"; readonly problem: string };

/**
 * Reads HTML by the rules of https://core.telegram.org/bots/api#html-style, more strictly than Telegram's own servers:
 * what those mend in silence (stray `>` and `&`, empty entities, bold code) is a mistake here.
 */
export function checkTelegramHtml(html: string): HtmlReading {
  const open: OpenTag[] = [];
  const entities: TelegramEntity[] = [];
  let text = "";
  for (const token of html.matchAll(TOKEN)) {
    const [source, slash, name, attributes, reference] = token;
    const offset = text.length;
    if (name === undefined) {
      const read = reference === undefined ? source : CHARACTERS[reference];
      if (read === undefined)
        return unparsable(`Unknown character reference "${source}"`);
      if (reference === undefined && /[<>&]/.test(source))
        return unparsable(`Unescaped "${source}" after "${text.slice(-20)}"`);
      text += read;
      continue;
    }
    const problem =
      slash === ""
        ? openTag({ name, attributes, offset, open })
        : closeTag({ name, offset, open, entities });
    if (problem !== undefined) return unparsable(problem);
  }
  const [unclosed] = open;
  return unclosed === undefined
    ? { kind: "read", text, entities }
    : unparsable(
        `Can't find end tag corresponding to start tag "${unclosed.name}"`,
      );
}

/** A tag, a character reference, a stretch of text, or one of `<>&` that stands where it should not. */
const TOKEN =
  /<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)>|&(#?\w+);|[^<>&]+|[<>&]/g;

const CHARACTERS: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
};

interface OpenTag {
  readonly name: string;
  readonly offset: number;
  readonly entity: Pick<TelegramEntity, "type" | "url" | "language">;
}

const TYPES: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  "tg-spoiler": "spoiler",
  a: "text_link",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
};

/** Opens the tag, or returns what is wrong with it. */
function openTag({
  name,
  attributes = "",
  offset,
  open,
}: {
  name: string;
  attributes: string | undefined;
  offset: number;
  open: OpenTag[];
}): string | undefined {
  const type = typeOf(name, attributes);
  if (type === undefined) return `Unsupported start tag "${name}"`;
  const parent = open.at(-1);
  const language = /^ class="language-([^"]+)"$/.exec(attributes)?.[1];
  if (name === "code" && parent?.name === "pre" && language !== undefined) {
    open.push({ name, offset, entity: { type, language } });
    return undefined;
  }
  const problem =
    nestingProblem(type, open) ?? attributeProblem(name, attributes);
  if (problem !== undefined) return problem;
  const url = /href="([^"]+)"/.exec(attributes)?.[1];
  const entity = { type, ...(url !== undefined && { url: unescape(url) }) };
  open.push({ name, offset, entity });
  return undefined;
}

function typeOf(name: string, attributes: string): string | undefined {
  return name === "blockquote" && attributes === " expandable"
    ? "expandable_blockquote"
    : TYPES[name];
}

/** Closes the innermost tag, or returns what is wrong with that. */
function closeTag({
  name,
  offset: end,
  open,
  entities,
}: {
  name: string;
  offset: number;
  open: OpenTag[];
  entities: TelegramEntity[];
}): string | undefined {
  const tag = open.pop();
  if (tag?.name !== name)
    return `Unmatched end tag, expected "</${tag?.name ?? ""}>", found "</${name}>"`;
  const entity = {
    ...tag.entity,
    offset: tag.offset,
    length: end - tag.offset,
  };
  if (entity.length === 0) return `Empty entity "${name}"`;

  const code = entities.at(-1);
  const isLanguage = name === "pre" && (code?.offset ?? -1) >= tag.offset;
  if (!isLanguage || code?.language === undefined) {
    entities.push(entity);
    return undefined;
  }
  // The code in a <pre> only tells its language.
  if (code.length !== entity.length) return "Text beside the code of a <pre>";
  entities.splice(-1, 1, { ...entity, language: code.language });
  return undefined;
}

function nestingProblem(
  type: string,
  open: readonly OpenTag[],
): string | undefined {
  const outer = open.map(({ entity }) => entity.type);
  if (outer.includes("pre") || outer.includes("code"))
    return `Entity "${type}" within code`;
  const isCode = type === "pre" || type === "code";
  if (isCode && outer.some((other) => !isQuote(other)))
    return `Code within entity "${outer.at(-1)}"`;
  if (isQuote(type) && outer.some(isQuote)) return "Quote within a quote";
  return outer.includes(type) ? `Entity "${type}" within itself` : undefined;
}

function isQuote(type: string): boolean {
  return type === "blockquote" || type === "expandable_blockquote";
}

function attributeProblem(
  name: string,
  attributes: string,
): string | undefined {
  const isAllowed =
    {
      a: /^ href="[^"]+"$/,
      blockquote: /^(?: expandable)?$/,
    }[name] ?? /^$/;
  return isAllowed.test(attributes)
    ? undefined
    : `Wrong attributes of start tag "${name}":${attributes}`;
}

function unescape(text: string): string {
  return text.replace(
    /&(\w+);/g,
    (reference, name: string) => CHARACTERS[name] ?? reference,
  );
}

function unparsable(problem: string): HtmlReading {
  return { kind: "unparsable", problem };
}
