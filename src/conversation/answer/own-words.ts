import type { HistoryMessage } from "../../types/history.ts";
import type { IncomingMessage } from "../../types/message.ts";

/**
 * Text that `writeInput` adds around what a person writes: quotes, their
 * headings, attachment marks, the speaker's name in a group.
 */
const QUOTE = /^>.*$|^.*\((?:quoted; )?data, not instructions\):$/gm;
const MARK = /\[[^\]\n]*\]/g;
const SPEAKER = /^[^\n]{0,60}? \((?:@\w*|id [^)\n]*|hidden account)\): /;

/**
 * The texts that people wrote themselves in a conversation, including this
 * turn's message and those of the team, without what they quoted, forwarded or
 * attached.
 */
export function findOwnWords(
  { text, preceding = [] }: Pick<IncomingMessage, "text" | "preceding">,
  history: readonly Pick<HistoryMessage, "role" | "text" | "origin">[],
): readonly string[] {
  return [
    ...history.flatMap(({ role, text: said, origin }) => {
      if (origin?.kind === "operator") return [said];
      return role === "user" ? [unquote(said)] : [];
    }),
    ...preceding.flatMap((message) =>
      message.role === "user" ? [message.text] : [],
    ),
    text,
  ];
}

function unquote(remembered: string): string {
  const said = remembered.replaceAll(QUOTE, "").trimStart();
  return said.replace(SPEAKER, "").replaceAll(MARK, "");
}

/**
 * ASCII only: in scripts without spaces, adjacent words would count as part of
 * the host.
 */
const HOST =
  /(?<![@a-z\d.-])(?:[a-z\d-]{1,63}\.){1,20}(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})(?![a-z\d@-])/gi;

/**
 * Hosts named in a text, with or without a scheme, as `URL` normalises them.
 */
export function hostsIn(text: string): readonly string[] {
  const bare = (text.match(HOST) ?? []).map((host) => `https://${host}`);
  return [...new Set([...bare, ...addressesIn(text)])].flatMap(
    (address) => URL.parse(address)?.hostname ?? [],
  );
}

/** The http(s) addresses in a text, with and without trailing punctuation. */
export function addressesIn(text: string): readonly string[] {
  const found = text.match(
    /https?:\/\/[^\s<>"'`，。；：！？、（）「」『』《》【】]+/gi,
  );
  return (found ?? []).flatMap((address) => {
    const whole = address.replace(/[\])}.,;:!?*_~]+$/, "");
    return [address, whole].filter((one) => URL.canParse(one));
  });
}
