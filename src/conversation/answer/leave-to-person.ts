import type { AccessRules } from "../../types/access.ts";
import {
  isEcho,
  type IncomingMessage,
  type Origin,
} from "../../types/message.ts";
import type { Turn } from "../../types/turn.ts";
import { isAllowed } from "../accept/access.ts";
import type { TurnWork } from "../bot.ts";
import { noteCommand } from "../commands/command-work.ts";
import { writeUnread } from "../input/write-input.ts";
import { explainPause } from "./ask-first.ts";
import { toSaid, type ResolvedReply } from "./conclude-answer.ts";

/**
 * Whether the turn is for the conversation's owner. Commands go on working
 * while a person has it, strangers stay strangers, and what a person of the
 * team says, or a reminder, is sent in any case.
 */
export function isForOwner(
  { message }: Pick<Turn, "message">,
  access: AccessRules,
): boolean {
  return (
    message.command === undefined &&
    message.isAside === undefined &&
    !isSaidByTeam(message.origin) &&
    !isReminder(message.origin) &&
    isAllowed(message, access)
  );
}

const UNSAID = { status: "answered", reply: "", history: [] } as const;

/** Not what they only decide. */
function isSaidByTeam(
  origin: Origin | undefined,
): origin is Extract<Origin, { kind: "operator" }> {
  return origin?.kind === "operator" && origin.isAnswer === undefined;
}

/** A text that is sent at its time, without the model. */
function isReminder(origin: Origin | undefined): boolean {
  return origin?.kind === "schedule" && origin.isText === true;
}

/**
 * The end of a turn that is not the bot's: what a person of the team says, or a
 * message that is left to the person who has the conversation, or is to come.
 * The first of a stretch tells the user that a person is here. What a question
 * was answered with, and has not begun, is held. `undefined`: it is the bot's.
 * @param withdrawn the bot's outcome, which came after the takeover
 */
export async function leaveToPerson(
  work: TurnWork,
  withdrawn: ResolvedReply["outcome"] | undefined,
): Promise<ResolvedReply | undefined> {
  const { turn, bot, memory, channel, texts } = work;
  const { message } = turn;
  const { origin } = message;
  const isSaid = isSaidByTeam(origin);
  const owner = await memory.findOwner();
  const isLeft = (await memory.isForTeam()) && isForOwner(turn, bot.access);
  const home = isLeft ? undefined : await findLeftHome(work);
  if (!isSaid && !isLeft && home === undefined) return undefined;
  // Where replies are fetched, nobody fetches what a person says; nor an echo.
  const isHeard = !isSaid || channel.capabilities.maxPartLength !== null;
  const tells = owner !== undefined && !owner.isTold && isHeard;
  const notice = tells ? texts.personIsHere(noteCommand(work)) : "";
  const { usage } = withdrawn ?? turn;
  const ending = {
    status: "answered",
    usage,
    ...(tells && ({ tellsOfPerson: true } as const)),
  } as const;
  if (isSaid) {
    const text = isEcho(message) ? writeUnread(message) : message.text;
    const reply = [notice, message.sent ?? text].filter(Boolean).join("\n\n");
    const history = [toSaid("assistant", text, message)];
    return { outcome: { ...ending, reply, by: "anyone", history } };
  }
  // Somebody has come after all, or was asked for again.
  if (origin?.kind === "unattended")
    return { outcome: { ...UNSAID, usage, by: "person" } };
  if (home !== undefined && isInWords(message)) {
    // The team reads what is said at home only.
    const { answers: _, conversation: via, ...said } = message;
    await bot.links?.deliver({ ...said, conversation: home, via });
    return { outcome: { ...UNSAID, usage, by: "anyone" } };
  }
  const hasRun = withdrawn !== undefined && !withdrawn.isHeld;
  const isHeld =
    turn.resumed?.isFresh === true && !hasRun && !isInWords(message);
  const held = await explainHeld(work, { hasBegun: !isHeld });
  const written = withdrawn?.history.find(({ role }) => role === "assistant");
  return {
    outcome: {
      ...ending,
      reply: [notice, held].filter(Boolean).join("\n\n"),
      by: home === undefined ? "person" : "anyone",
      ...(isHeld && { isHeld }),
      ...(written && { unsent: written.text }),
      history: [
        { ...toSaid("user", writeUnread(message), message), isForPerson: true },
      ],
    },
  };
}

/**
 * The home of a conversation that is about to go on with what was asked in it
 * before it moved, if the team has that.
 */
async function findLeftHome({
  turn: { resumed },
  bot: { links },
  memory,
}: TurnWork): Promise<string | undefined> {
  if (!resumed?.isFresh || links === undefined) return undefined;
  const { home } = await memory.findLink();
  if (home === undefined) return undefined;
  return (await links.of(home).findLink()).isLeft ? home : undefined;
}

/** Not by a decision: what they chose or wrote, the team reads. */
function isInWords({ answers }: IncomingMessage): boolean {
  const kind = answers?.answer.kind ?? "say";
  return kind === "say" || kind === "choose";
}

/**
 * What becomes of an answer to a question while the conversation is left to the
 * team; empty: it needs no reply.
 */
async function explainHeld(
  { turn: { message, resumed }, memory, texts }: TurnWork,
  { hasBegun }: { hasBegun: boolean },
): Promise<string> {
  // People of the team see it in the console.
  if (isInWords(message) || message.origin !== undefined) return "";
  if (resumed !== undefined)
    return hasBegun ? texts.pause.hasBegun : texts.pause.waits;
  const state = await memory.findPause(message);
  return state.kind === "pending" && state.isTheirs
    ? texts.pause.waits
    : explainPause(state, texts);
}
