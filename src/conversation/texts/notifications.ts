import { escapeMarkdown, quoteText } from "../../text/text.ts";

/** What the team reads in a chat of theirs. */
interface PersonWanted {
  readonly conversation: string;
  /** Of the user, as the platform shows it; untrusted. */
  readonly name: string | undefined;
  /** May be empty. */
  readonly reason: string;
  /** Of the conversation in the console. */
  readonly link: string | undefined;
}

const TEXTS = {
  en: {
    wanted: "**A person is wanted** in ",
    named: (name: string) => ` (${name})`,
    open: "Open it in the console",
  },
  zh: {
    wanted: "**有人要找人工**：",
    named: (name: string) => `（${name}）`,
    open: "在控制台打开",
  },
};

/** Markdown. Nothing that users or the model wrote is read as such. */
export function writePersonWanted(
  { conversation, name, reason, link }: PersonWanted,
  language: "en" | "zh",
): string {
  const { wanted, named, open } = TEXTS[language];
  const who = name === undefined ? "" : named(escapeMarkdown(name));
  return [
    `${wanted}${escapeMarkdown(conversation)}${who}`,
    ...(reason === "" ? [] : [quoteText(reason)]),
    ...(link === undefined ? [] : [`[${open}](${link})`]),
  ].join("\n\n");
}
