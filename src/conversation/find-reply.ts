import { createEitherSignal } from "../runtime/abort.ts";
import { logWarning } from "../runtime/log.ts";
import type { IncomingMessage } from "../types/message.ts";
import type { Turn } from "../types/turn.ts";
import { isAllowed, signerOf } from "./accept/access.ts";
import { findExcessOfTurn } from "./accept/limit-messages.ts";
import { answer } from "./answer/answer.ts";
import { explainPause } from "./answer/ask-first.ts";
import { toSaid, type ResolvedReply } from "./answer/conclude-answer.ts";
import type { TurnWork } from "./bot.ts";
import { noteCommand } from "./commands/command-work.ts";
import { isForStrangers, runCommand } from "./commands/commands.ts";
import type { ReplyExtras } from "./deliver/deliver-reply.ts";
import { findReferenced } from "./input/find-referenced.ts";
import { readMessage } from "./input/read-message.ts";
import { writeReminder } from "./reminders/show-reminders.ts";
import type { Texts } from "./texts/texts.ts";

/**
 * Runs commands and rejects unauthorised or excess messages before the agent.
 */
export async function findReply(
  work: TurnWork,
  { silenceMs }: { silenceMs: number | undefined },
): Promise<ResolvedReply> {
  const { turn, bot, memory, channel, texts, stop, signal } = work;
  const { message, usage } = turn;
  const say = (reply: string, extras?: ReplyExtras) =>
    endWith({ status: "answered", reply, usage }, extras);
  /** As the bot's own words, without the model. */
  const sayItself = (reply: string): ResolvedReply => {
    const history = [toSaid("assistant", reply, message)];
    return { outcome: { status: "answered", reply, usage, history } };
  };
  // Its album was answered without it.
  if (message.isAside) return say("");
  if (message.origin?.kind === "schedule") {
    if (!isAllowed(message, bot.access)) return say("");
    if (turn.isStopped)
      return endWith({ status: "answered", reply: "", isStopped: true, usage });
    if (message.origin.isText) return sayItself(writeReminder(message));
  }
  if (message.origin?.kind === "unattended")
    return sayItself(texts.person.nobodyCame(noteCommand(work)));
  if (!isAllowed(message, bot.access) && !isForStrangers(message))
    return say(texts.notAllowed(strangerOf(message)));
  if (turn.isStopped && message.command === undefined)
    return endWith({ ...stoppedEarly(texts), usage });
  // `/stop` took effect when it was delivered. If it stopped a turn, it is
  // neither counted nor answered. What is scheduled was counted as such.
  // What a question was answered with is done in any case.
  const isCounted =
    turn.target === undefined &&
    message.origin === undefined &&
    turn.resumed === undefined;
  const excess = isCounted ? await findExcessOfTurn(work) : undefined;
  if (excess !== undefined)
    return say(excess.isFirst ? texts.tooManyMessages(excess) : "");
  if (message.command !== undefined) {
    const { reply, listsNotes, asked, ...extras } = await runCommand(
      message.command,
      work,
    );
    const ending = { status: "answered", reply, usage } as const;
    if (asked !== undefined)
      return { outcome: remember({ ...ending, asked }, message) };
    return endWith({ ...ending, ...(listsNotes && { listsNotes }) }, extras);
  }
  if (message.answers !== undefined && turn.resumed === undefined)
    return say(explainPause(await memory.findPause(message), texts));
  using either = createEitherSignal([signal, stop]);
  const whole = await findReferenced(message, {
    memory,
    channel,
    signal: either.signal,
  });
  if (whole.isUnread) {
    if (!(await mayTellUnread(work))) return say("");
    const reply = texts.unreadMessage;
    return endWith({ status: "failed", failure: "unreadable", reply, usage });
  }
  const reading = await readMessage(whole, {
    // If the channel does not store attachments, they came with the message.
    channel: channel.fetchAttachment === undefined ? memory : channel,
    media: bot.media,
    transcripts: memory,
    signal: either.signal,
  });
  if (reading.kind === "unreadable") {
    const isOfUnknownKind = reading.problem === "other";
    if (isOfUnknownKind) logUnread(turn);
    const isTold = !isOfUnknownKind || (await mayTellUnread(work));
    return say(isTold ? texts.unreadable(reading.problem) : "");
  }
  const { input } = reading;
  const found = await bot.findAgent?.({
    signal: either.signal,
    person: bot.signIns && (await signerOf(message)),
  });
  const agent = found ?? bot.agent;
  const asked = { ...work, turn: { ...turn, message: whole }, agent, input };
  return answer({ ...asked, silenceMs });
}

/**
 * Once a minute in a conversation, since people send such messages in bursts.
 * Always where each message is expected to get a reply.
 */
async function mayTellUnread({
  turn,
  memory,
  channel: { capabilities },
}: TurnWork): Promise<boolean> {
  const expectsReply =
    capabilities.maxPartLength === null || capabilities.answersEach === true;
  return expectsReply || memory.takeNotice(turn.id);
}

/** Nothing that people wrote. */
function logUnread({ id, message: { channel, attachments } }: Turn): void {
  const form = attachments.find(({ kind }) => kind === "other")?.form;
  logWarning("message not read", { channel, form, turn: id });
}

/** The id that the owner would have to allow. */
function strangerOf({ author, isGroup, replyTo }: IncomingMessage) {
  return isGroup
    ? { id: String(replyTo["chat"]), isGroup }
    : { id: author.id, isGroup: false };
}

export type PlainOutcome = Omit<
  ResolvedReply["outcome"],
  "history" | "announcesCut"
>;

export function stoppedEarly({ stoppedEarly: reply }: Texts) {
  return { status: "answered", reply, isStopped: true } as const;
}

/** A command that the model is to know of, and its reply. */
function remember(
  ending: PlainOutcome,
  { text }: IncomingMessage,
): ResolvedReply["outcome"] {
  const history = [toSaid("user", text), toSaid("assistant", ending.reply)];
  return { ...ending, history };
}

/** Parley's own texts do not enter the history. */
export function endWith(
  ending: PlainOutcome,
  extras: ReplyExtras = {},
): ResolvedReply {
  return { outcome: { ...ending, history: [] }, extras };
}
