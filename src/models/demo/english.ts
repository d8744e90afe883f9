import type { Moment } from "../../tools/current-time/current-time-tool.ts";
import type { SearchResult } from "../../tools/search/search-provider.ts";

export type DemoTool = "calculator" | "search" | "library" | "current_time";

export interface Result {
  readonly expression: string;
  /** As the calculator writes it, but with the unit in the user's words. */
  readonly value: string;
}

/** The demo model's texts in one language. */
export type DemoTexts = typeof english;

export const english = {
  why: {
    calculator: "This is arithmetic; the calculator does it.",
    search: "This asks about something; I look it up.",
    library: "Our own documents may cover it; I look there first.",
    current_time: "This asks for the time; I look at the clock.",
    answer: "I can answer now.",
  },
  /** Answers if the tool is not available. */
  without: {
    calculator: "That is arithmetic, but I have no calculator here.",
    search: "I would have to look that up, but I have no search here.",
    library: "I have no documents to search here.",
    current_time: "I have no clock here.",
  },
  result: ({ expression, value }: Result) =>
    `${spaced(expression)} = ${value}.`,
  noResult: (expression: string, reason: string | undefined) =>
    `I could not work out ${spaced(expression)}: ${reason ?? "the calculator gave no result."}`,
  found: ({ title, text, url }: SearchResult) =>
    `${text}\n\nSource: ${url === undefined ? title : `${title}, ${url}`}`.trim(),
  foundNothing: (subject: string) =>
    `I looked up “${subject}”, but found nothing.`,
  searchFailed: (subject: string, reason: string) =>
    `I could not look up “${subject}”. ${reason}`,
  time: ({ date, time, zone }: Moment) =>
    `It is ${time} on ${weekday(date)}, ${date} (${zone}).`,
  noTime: (place: string) =>
    `I could not find out what time it is in “${place}”.`,
  niceToMeetYou: (name: string) => `Nice to meet you, ${name}!`,
  yourName: (name: string) => `You are ${name}.`,
  nameUnknown: "I do not know your name yet. Tell me: “I am …”.",
  youSaid: (words: string) => `You said: “${words}”`,
  saidNothing: "That is the first thing you have said.",
  /** Small talk and its replies. */
  courtesies: [
    {
      said: /^(?:many )?(?:thanks|thank you|thx|cheers)\b/i,
      reply: () => "You are welcome!",
    },
    {
      said: /^(?:good ?bye|bye|see you|good night)\b/i,
      reply: () => "Goodbye!",
    },
    {
      said: /^(?:hello|hi|hey|good (?:morning|afternoon|evening))\b/i,
      reply: (examples: readonly string[]) =>
        examples.length === 0
          ? "Hello! Tell me your name."
          : `Hello! Ask me something like ${list(examples, "disjunction")}, or tell me your name.`,
    },
  ],
  /** What each tool offers, in the order in which it is listed. */
  offers: {
    calculator: {
      what: "arithmetic",
      example: "“What is 12.5% of 80.16 * 3?”",
    },
    search: { what: "looking things up", example: "“Who was Ada Lovelace?”" },
    current_time: { what: "the time", example: "“What time is it in Tokyo?”" },
  },
  about: (offers: readonly Offer[]) => {
    const known = offers.map(({ what, example }) => `${what} (${example})`);
    return `I am Parley's demo model, a stand-in that only knows ${list([...known, "names (“I am Lai Lai”)"], "conjunction")}.\n\nSet \`OPENAI_API_KEY\` for a real model: in \`.dev.vars\` on a laptop, or with \`npx wrangler secret put OPENAI_API_KEY\` when deployed.`;
  },
};

interface Offer {
  readonly what: string;
  readonly example: string;
}

function list(
  parts: readonly string[],
  type: Intl.ListFormatOptions["type"],
): string {
  return new Intl.ListFormat("en-GB", { type }).format(parts);
}

/** Keeps Markdown from reading `2*3*4` as emphasis. */
function spaced(expression: string): string {
  return expression.replaceAll(/ ?\* ?/g, " * ");
}

function weekday(date: string): string {
  return Intl.DateTimeFormat("en", {
    weekday: "long",
    timeZone: "UTC",
  }).format(Date.parse(date));
}
