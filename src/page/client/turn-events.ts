import type {
  DeltaEvent,
  ReplyBody,
  StepBody,
  WaitingEvent,
} from "../../http/schemas/bodies.ts";
import type { ShownQuestion } from "../../types/page.ts";
import type { Problem } from "../../types/problem.ts";
import { parseJson, readAs } from "./parts/read-body.ts";
import { readProblem } from "./parts/request.ts";

/** A tool call of the agent and its result. */
export type Step = StepBody;

/** A page that an answer cites. Both texts are untrusted. */
export type Source = ReplyBody["sources"][number];

/** A turn's answer. */
export interface Reply {
  /** Markdown. */
  readonly text: string;
  readonly steps: readonly Step[];
  readonly sources: readonly Source[];
  /** It asks something. */
  readonly question?: ShownQuestion;
  /** The message was left to a person of the team. */
  readonly isForPerson?: boolean;
}

/**
 * A turn's event from the server. Steps and deltas may repeat after a
 * reconnection; `reply` or `error` comes last.
 */
export type TurnEvent =
  | { readonly type: "step"; readonly index: number; readonly step: Step }
  | ({ readonly type: "delta" } & Readonly<DeltaEvent>)
  /** The model is unreachable; the server retries after this many seconds. */
  | ({ readonly type: "waiting" } & Readonly<WaitingEvent>)
  | { readonly type: "reply"; readonly reply: Reply }
  | { readonly type: "error"; readonly problem: Problem };

/** `undefined` for unknown events. */
export function parseTurnEvent(
  name: string,
  data: string,
): TurnEvent | undefined {
  const body = parseJson(data);
  switch (name) {
    case "step": {
      const { index, ...step } = readAs({ index: 0, ...STEP }, body);
      return { type: "step", index, step };
    }
    case "delta":
      return { ...readAs({ offset: 0, text: "" }, body), type: "delta" };
    case "waiting":
      return { ...readAs({ retry_seconds: 0 }, body), type: "waiting" };
    case "reply":
      return { type: "reply", reply: parseReply(body) };
    case "error":
      return { type: "error", problem: readProblem(body) };
    default:
      return undefined;
  }
}

const STEP: Step = {
  thought: "",
  tool: "",
  input: undefined,
  observation: "",
  usage: { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 },
};

const REPLY = {
  reply: { text: "" },
  steps: [STEP],
  sources: [{ title: "", url: "" }],
} satisfies Partial<ReplyBody>;

const LEFT_TO_PERSON = { is_for_person: false };

const NO_QUESTION = {
  question: { kind: "", buttons: [{ label: "", text: "" }] },
};

function parseQuestion(body: object): ShownQuestion | undefined {
  const { question } = readAs(NO_QUESTION, body);
  const kinds = ["approval", "choice", "cut"] as const;
  const kind = kinds.find((one) => one === question.kind);
  return kind && { kind, buttons: question.buttons };
}

export function parseReply(body: unknown): Reply {
  const { reply, steps, sources, ...more } = readAs(REPLY, body);
  const question = parseQuestion(more);
  const { is_for_person: isForPerson } = readAs(LEFT_TO_PERSON, more);
  return {
    text: reply.text,
    steps,
    sources,
    ...(isForPerson && { isForPerson }),
    ...(question && { question }),
  };
}
