import type { ReplyFormat } from "../stub/replies.ts";
import type { RUNGS } from "./ladder.ts";

/** A contestant's module and the format in which the stub replies to it. */
interface ContestantEntry {
  readonly name: string;
  /** URL of the module. */
  readonly module: string;
  readonly variant: string;
  readonly format: ReplyFormat;
}

export const OWN_CONTESTANTS: readonly ContestantEntry[] = [
  ...(["conversational-react", "tool-calling"] as const).flatMap((style) => [
    {
      name: `Parley ${style}, whole turn`,
      module: import.meta.resolve("./parley-turn.ts"),
      variant: style,
      format: style,
    },
    {
      name: `Parley ${style}, executor`,
      module: import.meta.resolve("./parley-executor.ts"),
      variant: style,
      format: style,
    },
  ]),
  loop("a hand-written loop", "whole"),
];

/** From a minimal loop to the executor, adding one part at a time. */
export const LADDER: readonly ContestantEntry[] = [
  loop("1 a hand-written loop", "whole"),
  loop("2 … that streams", "streamed"),
  loop("3 … with a signal at fetch", "signalled"),
  loop("4 … with limits of time, and events parsed", "bounded"),
  loop("5 … with Parley's client", "client"),
  {
    name: "6 Parley's executor",
    module: import.meta.resolve("./parley-executor.ts"),
    variant: "conversational-react",
    format: "conversational-react",
  },
  {
    name: "7 Parley's whole turn",
    module: import.meta.resolve("./parley-turn.ts"),
    variant: "conversational-react",
    format: "conversational-react",
  },
];

function loop(name: string, variant: keyof typeof RUNGS): ContestantEntry {
  return {
    name,
    module: import.meta.resolve("./hand-written-loop.ts"),
    variant,
    format: "conversational-react",
  };
}

/** Contestants that need `hasPeers`. */
export const PEER_CONTESTANTS: readonly ContestantEntry[] = [
  {
    name: "LangChain AgentExecutor",
    module: import.meta.resolve("../peers/langchain-agent.ts"),
    variant: "",
    format: "fenced-json",
  },
  {
    name: "AI SDK ToolLoopAgent, generate",
    module: import.meta.resolve("../peers/ai-sdk-agent.ts"),
    variant: "generate",
    format: "tool-calling",
  },
  {
    name: "AI SDK ToolLoopAgent, stream",
    module: import.meta.resolve("../peers/ai-sdk-agent.ts"),
    variant: "stream",
    format: "tool-calling",
  },
];
