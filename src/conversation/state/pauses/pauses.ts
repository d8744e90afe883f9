import { sumUsage } from "../../../text/tokens.ts";
import type { IncomingMessage } from "../../../types/message.ts";
import {
  PAUSE_MS,
  type NewPause,
  type PauseAnswer,
  type StoredPause,
  type TurnQuestion,
} from "../../../types/pause.ts";
import type { Piece } from "../../../types/store.ts";
import type { Step } from "../../../types/turn.ts";
import type { PauseBounds } from "../bounds.ts";
import { get, keys, listUnder, toPiece, type PieceReader } from "../pieces.ts";
import type { ConversationState, OpenTurn, TurnState } from "../state.ts";

/** Pending ones in a conversation; the oldest gives way. */
const MAX_PAUSES = 8;

/** What lets a turn that waits go on: alone, or with its code. */
export const GO_ON_WORDS = ["continue", "go on", "继续", "繼續"];

/** A state that knows of a question, and what is stored of it. */
interface Asking {
  readonly state: ConversationState;
  readonly put: readonly Piece[];
  readonly question?: TurnQuestion;
}

/** The question with which a turn ends, if any. */
export function withPause(
  state: ConversationState,
  { number, acceptedAt }: OpenTurn,
  {
    pause,
    message,
    now,
    retentionMs,
  }: {
    pause: NewPause | undefined;
    message: Pick<IncomingMessage, "channel" | "author">;
    now: number;
    retentionMs: number;
  },
): Asking {
  if (pause === undefined) return { state, put: [] };
  const { channel, author } = message;
  const { code, kind } = pause;
  const kept = retentionMs === 0 ? Infinity : acceptedAt + retentionMs;
  const until = Math.min(now + PAUSE_MS, kept);
  const asker = { channel, id: author.id };
  const pending = pendingAt(state, now);
  return {
    state: {
      ...state,
      pauses: [...pending, { number, code, kind, until }].slice(-MAX_PAUSES),
    },
    put: [toPiece(keys.pause(code, number), { ...pause, until, asker })],
    question: toQuestion(pause, until),
  };
}

/**
 * The question that a turn has answered waits again, since what it was answered
 * with has not begun, and a person has the conversation.
 */
export async function withHeld(
  store: PieceReader,
  state: ConversationState,
  { resumes }: OpenTurn,
  code: string,
): Promise<Asking> {
  const number = resumes?.number ?? 0;
  const pause = await get(store, keys.pause(code, number));
  if (pause === undefined) return { state, put: [] };
  const { answered: _, ...waiting } = pause;
  const { kind, until, held = 0 } = pause;
  const others = state.pauses ?? [];
  return {
    state: {
      ...state,
      pauses: [...others, { number, code, kind, until }].slice(-MAX_PAUSES),
    },
    put: [toPiece(keys.pause(code, number), { ...waiting, held: held + 1 })],
  };
}

/** The questions that can be answered now, oldest first. */
export function pendingAt(
  { pauses = [] }: Pick<ConversationState, "pauses">,
  now: number,
): readonly PauseBounds[] {
  return pauses.filter(({ until }) => until > now);
}

/** Without the questions of turns that were forgotten, edited or answered. */
export function withoutPauses(
  { pauses, ...state }: ConversationState,
  isGone: (pause: PauseBounds) => boolean,
): ConversationState {
  const kept = pauses?.filter((pause) => !isGone(pause));
  return { ...state, ...(kept && { pauses: kept }) };
}

/** The question with which a turn has ended, if it waits for its answer. */
export async function findQuestion(
  store: PieceReader,
  { pauses = [] }: ConversationState,
  { number }: Pick<TurnState, "number">,
): Promise<TurnQuestion | undefined> {
  const bounds = pauses.find((pause) => pause.number === number);
  const pause =
    bounds && (await get(store, keys.pause(bounds.code, bounds.number)));
  return pause && toQuestion(pause, pause.until);
}

export function toQuestion(
  { kind, code, buttons, approvers }: NewPause,
  until: number,
): TurnQuestion {
  return {
    kind,
    code,
    until,
    buttons,
    ...(approvers === "operators" && { isForOperators: true }),
  };
}

/** The question with that code, also one that was answered. */
export async function readPause(
  store: PieceReader,
  code: string,
): Promise<StoredPause | undefined> {
  const [piece] = await listUnder(store, keys.pauses(code), { limit: 1 });
  return piece?.value;
}

/** Only the person who was asked can say more than yes and no. */
export function mayAnswer(
  { asker, approvers }: StoredPause,
  { channel, author, origin }: IncomingMessage,
): boolean {
  if (origin !== undefined) return approvers === "operators";
  if (approvers === "operators") return false;
  return approvers === "asker"
    ? asker.channel === channel && asker.id === author.id
    : approvers.includes(`${channel}:${author.id}`);
}

/**
 * The steps with which the answered turn goes on. They were paid for by the
 * turn that paused, which has also asked for a person if they did.
 */
export function toResumed(
  steps: readonly Step[],
  { step: waiting, action: approved, choices = [] }: NewPause,
  answer: PauseAnswer,
): readonly Step[] {
  return steps.map((step, index) => {
    const { usage: _, modelMs: __, toolMs: ___, asked: ____, ...rest } = step;
    const paid: Step = { ...rest, usage: sumUsage([]) };
    if (index !== waiting) return paid;
    switch (answer.kind) {
      case "approve":
        return approved === undefined ? paid : { ...paid, approved };
      case "refuse":
        return { ...paid, observation: refusedText(step.action.tool) };
      case "choose":
        return { ...paid, observation: chosenText(choices, answer.number) };
      case "say":
        return { ...paid, observation: saidText(answer.text) };
      case "go-on":
        return { ...paid, observation: SIGNED_IN };
    }
  });
}

/** Whether they did shows when the tool runs. */
const SIGNED_IN =
  "The user was asked to sign in, and has gone on. Call the tool that you need now.";

function refusedText(tool: string): string {
  return `${tool} was not run: the user has refused it. Do not try it again unless they ask for it.`;
}

function chosenText(choices: readonly string[], number: number): string {
  return saidText(choices[number - 1] ?? String(number));
}

function saidText(text: string): string {
  return `They answered: ${text}`;
}

/** An answer of a kind that fits the question. */
export function isFitting(
  { kind, choices = [] }: NewPause,
  answer: PauseAnswer,
): boolean {
  switch (answer.kind) {
    case "approve":
    case "refuse":
      return kind === "approval";
    case "choose":
      return kind === "choice" && answer.number <= choices.length;
    case "say":
      return kind === "choice";
    case "go-on":
      return kind === "cut" || kind === "sign-in";
  }
}
