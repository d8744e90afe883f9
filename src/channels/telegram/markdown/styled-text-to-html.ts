import type { Run, Style, StyledText } from "./styled-text.ts";

/** Writes the text in Telegram's HTML: only its tags, properly nested, everything else escaped. */
export function styledTextToHtml(text: StyledText): string {
  let html = "";
  let open: readonly Tag[] = [];
  for (const run of text) {
    const wanted = tagsOf(run);
    const shared = sharedLength(open, wanted);
    html += close(open.slice(shared));
    html += wanted
      .slice(shared)
      .map(({ start }) => start)
      .join("");
    html += escapeHtml(run.text);
    open = wanted;
  }
  return html + close(open);
}

/** The tags that the run opens behind the one before it, each with its end. */
export function openedTags(run: Run, before: Run | undefined): string {
  const wanted = tagsOf(run);
  const open = before === undefined ? [] : tagsOf(before);
  return wanted
    .slice(sharedLength(open, wanted))
    .map(({ start, end }) => start + end)
    .join("");
}

interface Tag {
  readonly start: string;
  readonly end: string;
}

/**
 * The tags around a run, outermost first and always in the same order, so that neighbours share as many as they can.
 * Nothing else may stand within code, and no code within a link (https://core.telegram.org/bots/api#formatting-options).
 */
function tagsOf({ style }: Run): readonly Tag[] {
  const quote = quoteTags(style.quote);
  if (style.pre !== undefined) return [...quote, ...preTags(style.pre)];
  if (style.code && style.link === undefined) return [...quote, tag("code")];
  return [
    ...quote,
    ...(style.link === undefined
      ? []
      : [tag("a", ` href="${escapeHtml(style.link)}"`)]),
    ...(style.bold ? [tag("b")] : []),
    ...(style.italic ? [tag("i")] : []),
    ...(style.strikethrough ? [tag("s")] : []),
  ];
}

function quoteTags(quote: Style["quote"]): readonly Tag[] {
  if (quote === undefined) return [];
  return [tag("blockquote", quote === "folded" ? " expandable" : "")];
}

function preTags(language: string): readonly Tag[] {
  return language === ""
    ? [tag("pre")]
    : [tag("pre"), tag("code", ` class="language-${escapeHtml(language)}"`)];
}

function tag(name: string, attributes = ""): Tag {
  return { start: `<${name}${attributes}>`, end: `</${name}>` };
}

function sharedLength(open: readonly Tag[], wanted: readonly Tag[]): number {
  const different = wanted.findIndex(
    ({ start }, index) => start !== open[index]?.start,
  );
  return different === -1 ? wanted.length : different;
}

function close(tags: readonly Tag[]): string {
  return tags
    .map(({ end }) => end)
    .toReversed()
    .join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
}
