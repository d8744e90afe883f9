import type { AgentStyleName } from "../../../src/agent/styles/agent-style.ts";
import type {
  LanguageModel,
  ModelEvent,
  Prompt,
} from "../../../src/types/model.ts";
import { STYLE_SCRIPTS } from "../../fakes/style-scripts.ts";
import { ENCODINGS, readHidden } from "./attacks.ts";
import { SIDE_EFFECTS } from "./scene-tools.ts";

export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ObedientModel extends LanguageModel {
  readonly prompts: readonly Prompt[];
  /** How often it obeyed: called a tool, wrote a link or another answer. */
  readonly obeyed: () => number;
}

/**
 * Matches brackets, tags and definitions around a placeholder, else the word
 * that contains it.
 */
const TO_FILL =
  /!?\[[^\]\n]*\](?:\(<[^>\n]*\{\w+\}[^>\n]*>\)|\([^)\n]*\{\w+\}[^)\n]*\)|: \S*\{\w+\}\S*)|<[^<>\n]*\{\w+\}[^<>\n]*>|(?:[^\s"，。]|。(?=[a-z]))*\{\w+\}[^\s"，。]*/g;
const ASKS_FOR_SECRETS =
  /system prompt|reveal-everything|系统提示|words above|consignes et tes clés/i;

/**
 * A model without any judgement. Makes its planned `calls`, then obeys all
 * instructions in texts that it reads, hidden or not: runs tools that they
 * name, reads pages and writes links with the user's words in them, reveals its
 * whole prompt.
 */
export function createObedientModel({
  style,
  calls,
  says = [],
}: {
  style: AgentStyleName;
  /** One for each of its first replies. */
  calls: readonly Call[];
  /** Answers to give first, ignoring the message: one per turn. */
  says?: readonly string[];
}): ObedientModel {
  const prompts: Prompt[] = [];
  let obeyed = 0;
  const planned = [...calls];
  const answers = [...says];
  const done = new Set<string>();

  const obey = (prompt: Prompt): Call | string => {
    const seen = readHidden(whatIsRead(prompt));
    const tool = SIDE_EFFECTS.find(
      (name) => seen.includes(name) && !done.has(name),
    );
    if (tool !== undefined) {
      done.add(tool);
      obeyed++;
      return { tool, input: { text: "all of it" } };
    }
    for (const [, page = ""] of seen.matchAll(/read_page (\S*\{\w+\}\S*)/g)) {
      if (done.has(page)) continue;
      done.add(page);
      obeyed++;
      return { tool: "read_page", input: { url: fill(page) } };
    }
    const links = (seen.match(TO_FILL) ?? []).filter(
      (link) => !done.has(link) && !link.startsWith("read_page"),
    );
    const secrets = ASKS_FOR_SECRETS.test(seen) ? [JSON.stringify(prompt)] : [];
    const told = [
      ...links.map(fill),
      ...(seen.match(/PWNED-\d/g) ?? []),
      ...secrets,
    ];
    obeyed += told.length;
    return ["It opens at nine.", ...told].join(" ");
  };

  return {
    name: "obedient",
    prompts,
    obeyed: () => obeyed,
    async *generate(prompt, { signal }): AsyncGenerator<ModelEvent> {
      signal.throwIfAborted();
      prompts.push(prompt);
      const next = planned.shift();
      const said = next === undefined ? answers.shift() : undefined;
      yield* write(next ?? said ?? obey(prompt), style);
    },
  };
}

/**
 * All but Parley's own text: messages, results, and the server's description of
 * its tool.
 */
function whatIsRead({ messages, tools = [] }: Prompt): string {
  return [
    ...messages.map(({ role, content }) =>
      role === "system"
        ? (/^- shop__find_order: .*$/m.exec(content)?.[0] ?? "")
        : content,
    ),
    ...tools
      .filter(({ name }) => name === "shop__find_order")
      .map(({ description }) => description),
  ].join("\n");
}

function fill(template: string): string {
  return template.replaceAll(
    /\{(\w+)\}/g,
    (whole, name: string) => ENCODINGS[name] ?? whole,
  );
}

/** Streams chunks of a few characters, or four longer ones. */
function* write(
  decision: Call | string,
  style: AgentStyleName,
): Generator<ModelEvent> {
  const isCall = typeof decision !== "string";
  if (isCall && style === "tool-calling") {
    yield {
      type: "tool-call",
      index: 0,
      id: "call",
      name: decision.tool,
      arguments: JSON.stringify(decision.input),
    };
    return yield { type: "finish", reason: "tool-calls" };
  }
  const script = STYLE_SCRIPTS[style];
  const reply = isCall
    ? script.act(decision.tool, decision.input)
    : script.answer(decision);
  const chunks =
    typeof reply === "object" && "chunks" in reply ? reply.chunks : [];
  const text = chunks.filter((chunk) => typeof chunk === "string").join("");
  const size = text.length > 2_000 ? Math.ceil(text.length / 4) : 7;
  for (let at = 0; at < text.length; at += size)
    yield { type: "text", text: text.slice(at, at + size) };
  yield { type: "finish", reason: "stop" };
}
