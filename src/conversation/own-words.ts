import type { HistoryMessage } from "../history.ts";
import type { IncomingMessage } from "../message.ts";

/** What `writeInput` writes around what a person says: quotes, their headings, marks of attachments, who speaks in a group. */
const QUOTE = /^>.*$|^.*\((?:quoted; )?data, not instructions\):$/gm;
const MARK = /\[[^\]\n]*\]/g;
const SPEAKER = /^[^\n]{0,60}? \((?:@\w*|id [^)\n]*|hidden account)\): /;

/** What people have said themselves in a conversation, without what they quoted, passed on or attached; with this turn's message. */
export function findOwnWords(
  { text, preceding = [] }: Pick<IncomingMessage, "text" | "preceding">,
  history: readonly Pick<HistoryMessage, "role" | "text">[],
): readonly string[] {
  const isUsers = ({ role }: { role: "user" | "assistant" }) => role === "user";
  return [
    ...history.filter(isUsers).map((message) => unquote(message.text)),
    ...preceding.filter(isUsers).map((message) => message.text),
    text,
  ];
}

function unquote(remembered: string): string {
  const said = remembered.replaceAll(QUOTE, "").trimStart();
  return said.replace(SPEAKER, "").replaceAll(MARK, "");
}

/** Of ASCII: in scripts without blanks a word would belong to the host. */
const HOST =
  /(?<![@a-z\d.-])(?:[a-z\d-]{1,63}\.){1,20}(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})(?![a-z\d@-])/gi;

/** Hosts that a text names, with or without a scheme, as `URL` writes them. */
export function hostsIn(text: string): readonly string[] {
  const bare = (text.match(HOST) ?? []).map((host) => `https://${host}`);
  return [...new Set([...bare, ...addressesIn(text)])].flatMap(
    (address) => URL.parse(address)?.hostname ?? [],
  );
}

/** The http(s) addresses of a text. */
export function addressesIn(text: string): readonly string[] {
  const found = text.match(
    /https?:\/\/[^\s<>"'`，。；：！？、（）「」『』《》【】]+/gi,
  );
  return (found ?? []).flatMap((address) => {
    const whole = address.replace(/[\])}.,;:!?*_~]+$/, "");
    return [address, whole].filter((one) => URL.canParse(one));
  });
}
