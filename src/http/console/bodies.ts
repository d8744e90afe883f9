import type {
  ConversationRecord,
  RecordedMessage,
} from "../../types/archive.ts";
import type { ShownRequest } from "../../types/asking.ts";
import type { RecordedAction } from "../../types/audit-log.ts";
import type { Owner } from "../../types/handover.ts";
import type { IndexedTurn, UsageSum } from "../../types/turn-index.ts";
import type { Step, Turn } from "../../types/turn.ts";
import type { ListedUndelivered } from "../../types/undelivered.ts";
import { toOrigin, toTokens } from "../reply-body.ts";

/** A turn in a list. */
export function toTurnBody(turn: IndexedTurn) {
  const { at, endedAt } = turn;
  return {
    conversation: turn.conversation,
    message_id: turn.id,
    number: turn.number,
    channel: turn.channel,
    outcome: turn.outcome,
    failure: turn.failure ?? null,
    thumb: turn.thumb ?? null,
    model: turn.model,
    at: toTime(at),
    ended_at: endedAt === undefined ? null : toTime(endedAt),
    duration_ms: endedAt === undefined ? null : endedAt - at,
    ...toTokens(turn),
  };
}

export function toUsageBody(sum: UsageSum) {
  return {
    day: toTime(sum.day * DAY_MS).slice(0, 10),
    channel: sum.channel,
    model: sum.model,
    turns: sum.turns,
    failed: sum.failed,
    ...toTokens(sum),
  };
}

/** A callback or an event that was given up. */
export function toDeliveryBody(delivery: ListedUndelivered) {
  const { number, conversation, id, to, type, status, attempts } = delivery;
  const { answer, failedAt } = delivery;
  return {
    id: String(number),
    conversation,
    to,
    type: type ?? null,
    ...(to === "caller" && { message_id: id }),
    ...(to === "receiver" && { webhook_id: id }),
    status,
    attempts,
    ...(answer?.kind === "answered" && { status_code: answer.statusCode }),
    ...(answer?.kind === "unanswered" && { error: answer.error }),
    failed_at: toTime(failedAt),
  };
}

const DAY_MS = 86_400_000;

/** Without what people and the model wrote, and who did, unless `showsTexts`. */
interface Visibility {
  readonly showsTexts: boolean;
}

/** @param limit of messages; one more shows that there are older ones */
export function toTranscriptBody(
  {
    owner,
    wanted,
    link = {},
    messages,
    openTurns,
    questions = [],
  }: ConversationRecord,
  { limit, showsTexts }: Visibility & { limit: number },
) {
  const page = messages.slice(-limit);
  return {
    person: toPersonBody(owner),
    home: link.home ?? null,
    linked: (link.members ?? []).map(({ name }) => name),
    wanted: toWantedBody(wanted, { showsTexts }),
    /** Those that people of the team may answer. */
    questions: questions
      .filter(({ isForOperators }) => isForOperators)
      .map(({ turn, code, until }) => ({
        message_id: turn,
        code,
        expires_at: toTime(until),
      })),
    messages: page.map((message) => toMessageBody(message, { showsTexts })),
    previous: messages.length > limit ? (page[0]?.sequence ?? null) : null,
    open: openTurns.map((turn) => toTurnDetails(turn, { showsTexts })),
  };
}

function toMessageBody(message: RecordedMessage, { showsTexts }: Visibility) {
  const { turn, role, at, sequence, author, steps, rating, origin } = message;
  return {
    message_id: turn,
    role,
    ...toOrigin(origin),
    at: toTime(at),
    sequence,
    steps,
    ...(role === "user" && origin === undefined && showsTexts && { author }),
    ...(rating && {
      thumb: rating.thumb,
      ...(showsTexts && rating.reason && { reason: rating.reason }),
    }),
    ...(message.isForPerson && { is_for_person: true }),
    ...(message.asksForPerson && { asks_for_person: true }),
    ...(showsTexts && {
      ...(message.unsent !== undefined && { unsent: message.unsent }),
      text: (message.said?.text ?? message.text) + (message.note ?? ""),
      files: message.said?.files ?? [],
    }),
  };
}

/** A user's request for a person; `null`: there is none. */
export function toWantedBody(
  wanted: ShownRequest | undefined,
  { showsTexts }: Visibility,
) {
  if (wanted === undefined) return null;
  const { message, reason, since, until } = wanted;
  return {
    message_id: message,
    ...(showsTexts && { reason }),
    since: toTime(since),
    until: until === undefined ? null : toTime(until),
  };
}

/** Who has a conversation; `null`: the bot. */
export function toPersonBody(owner: Owner | undefined) {
  if (owner === undefined) return null;
  const { name, since, until } = owner;
  return {
    name,
    since: toTime(since),
    until: until === undefined ? null : toTime(until),
  };
}

/** A turn with its steps. */
export function toTurnDetails(turn: Turn, { showsTexts }: Visibility) {
  const { message, startedAt } = turn;
  return {
    message_id: turn.id,
    status: turn.status,
    channel: message.channel,
    ...toOrigin(message.origin),
    at: toTime(turn.acceptedAt),
    started_at: startedAt === undefined ? null : toTime(startedAt),
    attempts: turn.attempts,
    failure: turn.failure ?? null,
    is_stopped: turn.isStopped === true,
    ...toTokens(turn.usage),
    model_calls: turn.usage.modelCalls,
    ...(showsTexts && {
      author: message.author.id,
      text: message.text,
      files: message.attachments.map(({ name = "" }) => name),
      reply: turn.reply ?? null,
    }),
    steps: turn.steps.map((step) => toStepBody(step, { showsTexts })),
  };
}

function toStepBody(step: Step, { showsTexts }: Visibility) {
  const { action, observation, modelMs, toolMs, usage, shown } = step;
  return {
    tool: action.tool,
    model_ms: modelMs ?? null,
    tool_ms: toolMs ?? null,
    ...toTokens(usage),
    ...(showsTexts && {
      thought: action.thought,
      input: action.input,
      observation: observation ?? null,
      ...shown,
    }),
  };
}

export function toActionBody({
  id,
  at,
  operator,
  action,
  conversation = null,
  message = null,
  document = null,
}: Omit<RecordedAction, "conversation" | "message" | "document"> & {
  conversation?: string | null;
  message?: string | null;
  document?: string | null;
}) {
  return {
    id,
    at: toTime(at),
    operator,
    action,
    conversation,
    message_id: message,
    document,
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
