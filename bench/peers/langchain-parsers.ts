import {
  type AgentActionOutputParser,
  ChatAgentOutputParser,
  ChatConversationalAgentOutputParser,
  ZeroShotAgentOutputParser,
} from "@langchain/classic/agents";
import type { ReaderCase, Understood } from "../reader/reader-case.ts";

/** The parser of each style's own agent. */
const PARSERS: Readonly<
  Record<string, (toolNames: string[]) => AgentActionOutputParser>
> = {
  "conversational-json": (toolNames) =>
    new ChatConversationalAgentOutputParser({ toolNames }),
  "chat-zero-shot": () => new ChatAgentOutputParser(),
  "zero-shot-text": () => new ZeroShotAgentOutputParser(),
};

/**
 * What LangChain JS understands; `undefined` for a style of which it has no agent. A parser that throws ends the turn, or has the model asked again: `retry`. So is an
 * action for a tool that is not listed; AgentExecutor looks it up in lower case.
 */
export async function understand({
  style,
  tools,
  output,
}: ReaderCase): Promise<Understood | undefined> {
  const createParser = PARSERS[style];
  if (createParser === undefined) return undefined;
  const parsed = await createParser(tools)
    .parse(output)
    .catch(() => undefined);
  if (parsed === undefined) return { kind: "retry" };
  if ("returnValues" in parsed)
    return { kind: "final", output: parsed.returnValues["output"] };
  // JSON may hold anything, whatever the type says.
  const wanted: unknown = parsed.tool;
  const tool =
    typeof wanted === "string"
      ? tools.find((name) => name.toLowerCase() === wanted.toLowerCase())
      : undefined;
  if (tool === undefined) return { kind: "retry" };
  return { kind: "action", tool, input: parsed.toolInput };
}
