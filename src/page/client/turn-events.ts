import type {
  DeltaEvent,
  ErrorEvent,
  ReplyBody,
  StepBody,
  StepEvent,
  WaitingEvent,
} from "../../http/schemas/bodies.ts";
import { parseOwnJson } from "../../text/json.ts";
import type { ShownQuestion } from "../../types/page.ts";
import type { Problem } from "../../types/problem.ts";
import { toProblem } from "./parts/request.ts";

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
  readonly question: ShownQuestion | undefined;
  /** The message was left to a person of the team. */
  readonly isForPerson: boolean;
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
  switch (name) {
    case "step": {
      const { index, ...step } = parseOwnJson<StepEvent>(data);
      return { type: "step", index, step };
    }
    case "delta":
      return { type: "delta", ...parseOwnJson<DeltaEvent>(data) };
    case "waiting":
      return { type: "waiting", ...parseOwnJson<WaitingEvent>(data) };
    case "reply":
      return { type: "reply", reply: toReply(parseOwnJson<ReplyBody>(data)) };
    case "error":
      return {
        type: "error",
        problem: toProblem(parseOwnJson<ErrorEvent>(data)),
      };
    default:
      return undefined;
  }
}

function toReply({ reply, steps, sources, ...body }: ReplyBody): Reply {
  return {
    text: reply?.text ?? "",
    steps,
    sources,
    question: body.question,
    isForPerson: body.is_for_person === true,
  };
}
