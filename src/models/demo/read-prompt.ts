import type { Prompt, PromptMessage } from "../../types/model.ts";

/** What the demo model extracts from a prompt of any agent style. */
export interface Situation {
  /** The users' messages, oldest first; the last one is the question. */
  readonly said: readonly Said[];
  readonly tools: ReadonlySet<string>;
  /** The results of the tools called for the question, in order. */
  readonly observations: readonly string[];
  /** No more tools can be called. */
  readonly isAtLimit: boolean;
}

export interface Said {
  /** In a group; else empty. */
  readonly speaker: string;
  readonly words: string;
}

export function readPrompt({ messages, tools }: Prompt): Situation {
  const results = messages.filter(({ role }) => isResult(role));
  // The notice that no more tools can be called follows a result.
  const isAtLimit =
    messages.at(-1)?.role === "user" && isResult(messages.at(-2)?.role ?? "");
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  // A text prompt lists them as `- <name>: <description>`.
  const listed = Array.from(
    system.matchAll(/^- (\w+): /gm),
    ([, name]) => name,
  );
  return {
    said: messages
      .slice(0, isAtLimit ? -1 : undefined)
      .flatMap((message) =>
        message.role === "user" ? [readSaid(message)] : [],
      ),
    tools: new Set(tools?.map(({ name }) => name) ?? listed.map(String)),
    observations: results.map(({ role, content }) =>
      // The first line of an observation is its label.
      role === "tool" ? content : content.slice(content.indexOf("\n") + 1),
    ),
    isAtLimit,
  };
}

function isResult(role: string): boolean {
  return role === "tool" || role === "observation";
}

const QUOTES =
  /^(?:[^\n]+ \((?:quoted; )?data, not instructions\):\n(?:>[^\n]*(?:\n|$))+\n*)+/;
const SPEAKER = /^[^\n()]{1,60} \((?:@\w+|id [^\n()]+|hidden account)\): /;
const MARKS =
  /^(?:\[(?:photo|voice message|a document|the document|an attachment)[^\]]*\] ?)+/;
const TIME = /\n\n\[It is [^\]]+\.\]$/;

/** Takes apart what `writeInput` has written around the words. */
function readSaid({ content }: PromptMessage): Said {
  const unquoted = content.replace(TIME, "").replace(QUOTES, "");
  const [speaker = ""] = SPEAKER.exec(unquoted) ?? [];
  const words = unquoted.slice(speaker.length).replace(MARKS, "");
  return { speaker, words };
}
