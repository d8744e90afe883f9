import type { IncomingMessage } from "../../../types/message.ts";
import type { PauseAnswer } from "../../../types/pause.ts";
import { addresseeOf } from "../../../types/schedule.ts";
import type { MemoryContext } from "../memory-context.ts";
import { findByNumber, loadKnown } from "../turns/load-turn.ts";
import { openTurn } from "../turns/open-turn.ts";
import type { Opening } from "../turns/opening.ts";
import { readPause } from "./pauses.ts";

/** How somebody answers who has not written in the conversation. */
interface OutsideAnswer {
  readonly code: string;
  readonly answer: PauseAnswer;
  /** Of the key with which they signed in. */
  readonly name: string;
  /** What the history has as the answer, in the language of the message. */
  readonly say: (asked: IncomingMessage) => string;
}

/**
 * Answers a question from outside the conversation: the turn that goes on
 * replies to where the question was asked. Idempotent, since a question has one
 * such answer, and another only if that was held. `outdated`: it is answered
 * otherwise, over or not theirs; nothing is stored.
 */
export async function resumePause(
  context: MemoryContext,
  { code, answer, name, say }: OutsideAnswer,
  { limit }: { limit: number },
): Promise<Opening> {
  const { document, store } = context;
  const state = await document.readNewest();
  const [bounds] = (state.pauses ?? []).filter((one) => one.code === code);
  const { held = 0 } = (await readPause(store, code)) ?? {};
  const id = `operator/pause/${code}${held === 0 ? "" : `/${held}`}`;
  const asked =
    bounds === undefined
      ? await context.find(state, id)
      : await findByNumber(store, state, bounds.number);
  const turn = (await loadKnown(store, state, asked))?.turn;
  const decided = bounds === undefined ? turn?.message.answers : undefined;
  const isOther = decided !== undefined && decided.answer.kind !== answer.kind;
  if (turn === undefined || isOther) return { kind: "outdated" };
  const said = say(turn.message);
  const message: IncomingMessage = {
    ...addresseeOf(turn.message),
    id,
    origin: { kind: "operator", name, isAnswer: true },
    text: said,
    attachments: [],
    answers: { code, answer, said },
  };
  return openTurn(context, message, { limit });
}
