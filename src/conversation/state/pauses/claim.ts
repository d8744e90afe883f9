import type { IncomingMessage, QuotedMessage } from "../../../types/message.ts";
import type {
  PauseAnswer,
  PauseState,
  StoredPause,
} from "../../../types/pause.ts";
import type { Piece } from "../../../types/store.ts";
import type { Step } from "../../../types/turn.ts";
import { readForks, shownPath } from "../history/path.ts";
import type { MemoryContext } from "../memory-context.ts";
import { isLeftToTeam } from "../people/owner.ts";
import { get, keys, toPiece, type PieceReader } from "../pieces.ts";
import { includes } from "../ranges.ts";
import type { ConversationState, OpenTurn } from "../state.ts";
import { findByNumber, loadKnown } from "../turns/load-turn.ts";
import {
  GO_ON_WORDS,
  isFitting,
  mayAnswer,
  pendingAt,
  readPause,
  toResumed,
  withoutPauses,
} from "./pauses.ts";

/** A turn that goes on from the steps of the one that has asked. */
export interface Claim {
  readonly number: number;
  readonly pause: StoredPause;
  readonly answer: PauseAnswer;
  readonly steps: readonly Step[];
}

/**
 * Finds the question that a new message answers: by its code or, if it has
 * none, as the next words of the person who was asked. It is claimed unless
 * another may answer it, somebody has, or the conversation is left to the team.
 * A code that can still be answered never reaches a prompt: the returned
 * message says in words what it answers.
 */
export async function findClaim(
  context: MemoryContext,
  state: ConversationState,
  message: IncomingMessage,
): Promise<{ readonly message: IncomingMessage; readonly claim?: Claim }> {
  const { pauses } = state;
  const { answers, ...plain } = message;
  if (pauses === undefined)
    return { message: answers?.isTyped ? plain : message };
  if (message.isEdit) return { message: hideCodes(plain, state) };
  const { store, now } = context;
  const coded = answers && (await readPause(store, answers.code));
  // Any word of six letters is typed like a code.
  const isWord =
    answers?.isTyped === true && !(coded && isFitting(coded, answers.answer));
  const given =
    answers === undefined || isWord
      ? await findInWords(context, state, plain)
      : answers;
  if (given === undefined) return { message: hideCodes(plain, state) };
  const { code, answer, said } = given;
  const pause = given === answers ? coded : await readPause(store, code);
  const bounds = pendingAt(state, now()).find((one) => one.code === code);
  const chosen =
    answer.kind === "choose" ? pause?.choices?.[answer.number - 1] : undefined;
  const text = chosen ?? said;
  const known = {
    ...plain,
    text,
    ...(text !== message.text && { sent: message.text }),
    answers: { code, answer, said: text },
  };
  const mayClaim =
    pause !== undefined &&
    bounds !== undefined &&
    isFitting(pause, answer) &&
    mayAnswer(pause, message) &&
    !isLeftToTeam(state, now());
  const steps = mayClaim ? await readSteps(context, state, bounds.number) : [];
  if (!mayClaim || steps === undefined) return { message: known };
  const { number } = bounds;
  const resumed = toResumed(steps, pause, answer);
  return { message: known, claim: { number, pause, answer, steps: resumed } };
}

async function readSteps(
  { store }: MemoryContext,
  state: ConversationState,
  number: number,
): Promise<readonly Step[] | undefined> {
  const found = await findByNumber(store, state, number);
  return (await loadKnown(store, state, found))?.turn.steps;
}

const GO_ON = new RegExp(
  `^\\s*(?:${GO_ON_WORDS.join("|")})[.!。！]?\\s*$`,
  "i",
);

/** The next message of a person who was asked without a code. */
async function findInWords(
  { store, now }: MemoryContext,
  state: ConversationState,
  message: IncomingMessage,
): Promise<IncomingMessage["answers"]> {
  const { command, origin, attachments, forwarded, text } = message;
  const isPlain =
    command === undefined &&
    origin === undefined &&
    attachments.length === 0 &&
    forwarded === undefined &&
    text.trim() !== "";
  if (!isPlain) return undefined;
  const asked = pendingAt(state, now()).filter(
    ({ kind }) =>
      kind === "choice" || (kind !== "approval" && GO_ON.test(text)),
  );
  for (const { code, number, kind } of asked.toReversed()) {
    const pause = await get(store, keys.pause(code, number));
    if (pause === undefined || !mayAnswer(pause, message)) continue;
    if (!(await isShown(store, state, number))) continue;
    const answer =
      kind === "choice" ? toChoice(pause, text) : { kind: "go-on" as const };
    return { code, answer, said: text };
  }
  return undefined;
}

/** Whether the turn's question is on the chosen path. */
async function isShown(
  store: PieceReader,
  state: ConversationState,
  number: number,
): Promise<boolean> {
  if (!state.hasForks) return true;
  const found = await findByNumber(store, state, number);
  const asked = found.kind === "known" ? found.state.ending?.asked : undefined;
  const path = shownPath(state, await readForks(store, state));
  return asked !== undefined && includes(path, asked);
}

/** Its number, its text, or other words. */
function toChoice({ choices = [] }: StoredPause, text: string): PauseAnswer {
  const said = text.trim().toLowerCase();
  const [, digits] = /^#?(\d)[.)。）]?$/.exec(said) ?? [];
  const named = choices.findIndex((choice) => choice.toLowerCase() === said);
  const number = digits === undefined ? named + 1 : Number(digits);
  return number >= 1 && number <= choices.length
    ? { kind: "choose", number }
    : { kind: "say", text };
}

/** Of questions that can be answered; also in what the message passes on. */
function hideCodes(
  message: IncomingMessage,
  { pauses = [] }: ConversationState,
): IncomingMessage {
  const { text, quoted, forwarded } = message;
  const codes = pauses.map(({ code }) => code).join("|");
  const all = new RegExp(codes, "gi");
  const said = [text, quoted?.text, ...(forwarded ?? []).map(textOf)];
  if (codes === "" || said.join("\n").search(all) === -1) return message;
  const hide = (words: string) => words.replaceAll(all, "…");
  const hideIn = (one: QuotedMessage) => ({ ...one, text: hide(one.text) });
  return {
    ...message,
    text: hide(text),
    sent: text,
    ...(quoted && { quoted: hideIn(quoted) }),
    ...(forwarded && { forwarded: forwarded.map(hideIn) }),
  };
}

function textOf({ text }: QuotedMessage): string {
  return text;
}

/** The opened turn, which owns the steps from now on. */
export function withClaim(
  state: ConversationState,
  turn: OpenTurn,
  { number, pause, answer, steps }: Claim,
): { state: ConversationState; turn: OpenTurn; put: readonly Piece[] } {
  const { code } = pause;
  const answered: StoredPause = { ...pause, answered: answer.kind };
  return {
    state: withoutPauses(state, (one) => one.number === number),
    turn: {
      ...turn,
      // No run of a worker: those count from 1.
      runs: [{ epoch: 0, from: 0 }],
      resumes: { number, steps: steps.length },
    },
    put: [
      toPiece(keys.pause(code, number), answered),
      ...(steps.length === 0
        ? []
        : [toPiece(keys.decided(turn.number, 0, 0), { from: 0, steps })]),
    ],
  };
}

/** What became of the question that the message answers. */
export async function findPause(
  { document, store, now }: MemoryContext,
  message: IncomingMessage,
): Promise<PauseState> {
  const { code = "" } = message.answers ?? {};
  const state = await document.read();
  const pause = await readPause(store, code);
  if (pause?.answered !== undefined)
    return { kind: "answered", answer: pause.answered };
  const isPending = pendingAt(state, now()).some((one) => one.code === code);
  return pause !== undefined && isPending
    ? { kind: "pending", isTheirs: mayAnswer(pause, message) }
    : { kind: "over" };
}
