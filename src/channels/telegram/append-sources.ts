import type { ReplyPart } from "../../channel.ts";
import type { SourceList } from "../../turn.ts";
import { distinctSources } from "../reply-body.ts";
import { isMarkupShown } from "./fitting-length.ts";
import { styledTextToHtml } from "./styled-text-to-html.ts";
import { type Style, styled } from "./styled-text.ts";

/** More are no help in a chat. */
const MAX_SOURCES = 10;

const SEPARATOR = "\n\n";

/**
 * Puts a folded list of links behind the last part, or into a part of its own where that would grow longer than
 * `maxLength` UTF-16 units, or hold more markup than Telegram shows. In plain text the addresses are written out. A reply
 * without parts stays without.
 */
export function appendSources(
  parts: readonly ReplyPart[],
  list: SourceList,
  { maxLength }: { maxLength: number },
): readonly ReplyPart[] {
  const last = parts.at(-1);
  const appendix = listSources(list, maxLength);
  if (last === undefined || appendix === undefined) return parts;
  const joined = {
    formatted: `${last.formatted}${SEPARATOR}${appendix.formatted}`,
    plain: `${last.plain}${SEPARATOR}${appendix.plain}`,
  };
  return joined.plain.length <= maxLength && isMarkupShown(joined.formatted)
    ? [...parts.slice(0, -1), joined]
    : [...parts, appendix];
}

/** As many of the sources as fit written out; `undefined` where there are none. */
function listSources(
  { label, sources }: SourceList,
  maxLength: number,
): ReplyPart | undefined {
  const folded: Style = { quote: "folded" };
  const text = [...styled(label, { ...folded, bold: true })];
  let plain = label;
  const shown = distinctSources(sources, { limit: MAX_SOURCES });
  for (const [index, { title, url }] of shown.entries()) {
    const mark = `\n${index + 1}. `;
    const longer = `${plain}${mark}${title}\n${url}`;
    if (longer.length > maxLength) break;
    plain = longer;
    text.push(...styled(mark, folded));
    text.push(...styled(title, { ...folded, link: url }));
  }
  return plain === label
    ? undefined
    : { formatted: styledTextToHtml(text), plain };
}
