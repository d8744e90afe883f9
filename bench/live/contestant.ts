import type { ReplyFormat } from "../stub/replies.ts";
import type { Exchange } from "./task.ts";
import type { LiveTool } from "./tools.ts";

/** A contestant's input for one task. */
export interface LiveJob {
  /** Base URL, including `/v1`. */
  readonly url: string;
  readonly model: string;
  readonly ask: string;
  readonly history: readonly Exchange[];
  readonly tools: readonly LiveTool[];
  /** Limit of model calls or steps, whichever the agent counts. */
  readonly maxSteps: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface LiveOutcome {
  /** `notice`: it gave up or threw; the text contains the reason. */
  readonly kind: "answer" | "notice";
  readonly text: string;
  /** Tool calls the model requested, successful or not. */
  readonly actions: number;
}

/** Exports of a contestant's file. */
export interface LiveModule {
  readonly answer: (job: LiveJob, variant: string) => Promise<LiveOutcome>;
}

export interface LiveContestant {
  readonly name: string;
  /** URL of a `LiveModule`. */
  readonly module: string;
  readonly variant: string;
  /** Format of the scripted server's replies. */
  readonly format: ReplyFormat;
}

/** Step limit per task; Parley's default. */
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

/** Contestants that need `hasPeers`. */
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
