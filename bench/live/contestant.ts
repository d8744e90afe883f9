import type { ReplyFormat } from "../stub/replies.ts";
import type { Exchange } from "./task.ts";
import type { LiveTool } from "./tools.ts";

/** What a contestant works with in one task. */
export interface LiveJob {
  /** Up to and with `/v1`. */
  readonly url: string;
  readonly model: string;
  readonly ask: string;
  readonly history: readonly Exchange[];
  readonly tools: readonly LiveTool[];
  /** Model calls or steps, whichever the agent counts. */
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface LiveOutcome {
  /** `notice`: it gave up or threw; the text says why. */
  readonly kind: "answer" | "notice";
  readonly text: string;
  /** How many uses of a tool the model asked for, whatever came of them. */
  readonly actions: number;
}

/** What a contestant's file exports. */
export interface LiveModule {
  readonly answer: (job: LiveJob, variant: string) => Promise<LiveOutcome>;
}

export interface LiveContestant {
  readonly name: string;
  /** Address of a `LiveModule`. */
  readonly module: string;
  readonly variant: string;
  /** How the scripted server replies to it. */
  readonly format: ReplyFormat;
}

/** Within what a model may do in one task; Parley's own default. */
export const MAX_STEPS = 8;

export const OWN: readonly LiveContestant[] = (
  [
    "conversational-react",
    "chat-zero-shot-react",
    "zero-shot-react",
    "tool-calling",
  ] as const
).map((style) => ({
  name: `Parley ${style}`,
  module: import.meta.resolve("./parley.ts"),
  variant: style,
  format: style,
}));

/** Those that need `installPeers`. */
export const PEERS: readonly LiveContestant[] = [
  {
    name: "LangChain conversational",
    module: import.meta.resolve("../peers/live-langchain.ts"),
    variant: "as it comes",
    format: "fenced-json",
  },
  {
    name: "LangChain, parsing errors handled",
    module: import.meta.resolve("../peers/live-langchain.ts"),
    variant: "handles parsing errors",
    format: "fenced-json",
  },
  {
    name: "AI SDK tool loop",
    module: import.meta.resolve("../peers/live-ai-sdk.ts"),
    variant: "",
    format: "tool-calling",
  },
];
