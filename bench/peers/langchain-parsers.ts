import {
  ChatAgentOutputParser,
  ChatConversationalAgentOutputParser,
  ZeroShotAgentOutputParser,
  type AgentActionOutputParser,
} from "@langchain/classic/agents";
import type { ReaderCase, Understood } from "../reader/reader-case.ts";

/** Parser of each style's agent. */
const PARSERS: Readonly<
  Record<string, (toolNames: string[]) => AgentActionOutputParser>
> = {
  "conversational-json": (toolNames) =>
    new ChatConversationalAgentOutputParser({ toolNames }),
  "chat-zero-shot": () => new ChatAgentOutputParser(),
  "zero-shot-text": () => new ZeroShotAgentOutputParser(),
};

/**
 * Parses a reply with LangChain JS; `undefined` if it has no agent for the
 * style. If the parser throws, the turn ends or the model is asked again:
 * `retry`. So does an action for an unlisted tool; AgentExecutor compares names
 * in lower case.
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
  // Despite its type, JSON may contain anything.
  const wanted: unknown = parsed.tool;
  const tool =
    typeof wanted === "string"
      ? tools.find((name) => name.toLowerCase() === wanted.toLowerCase())
      : undefined;
  if (tool === undefined) return { kind: "retry" };
  return { kind: "action", tool, input: parsed.toolInput };
}
