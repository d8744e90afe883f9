import type { Markup } from "./write-markup.ts";

/** For apps that show text verbatim and link bare addresses. */
export const PLAIN_MARKUP: Markup = {
  escape: (text) => text,
  marks: { bold: "", italic: "", strikethrough: "" },
  link: (text, address) => (text === address ? text : `${text} (${address})`),
  code: (text) => text,
  pre: (text) => text,
  quote: (line) => `> ${line}`,
};
