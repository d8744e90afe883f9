import { showLocal, toLocal } from "../../schedules/local-time.ts";
import { estimateTokens } from "../../text/tokens.ts";
import type { HistoryMessage } from "../../types/history.ts";
import type { PrecedingMessage } from "../../types/message.ts";

const BY_TEAM =
  "[Not from the user: a person of the team wrote this to the user, in your place.]";
const DECIDED_BY_TEAM =
  "[Not from the user: a person of the team has decided this.]";
const BY_SCHEDULE =
  "[Not from the user: a schedule asked you this at its time.]";

const IS_YOURS =
  "[Not from the user: nobody of the team has the conversation any more, and you answer again from here on. Do not ask for a person because of what was said before.]";

const IS_ASKED =
  "[Not from the user: a person of the team was asked for here, and the user was told when one comes. Until somebody of the team writes, you answer. Do not ask for a person again because of what was said before.]";

/**
 * The history as the model reads it. The end of each stretch that was left to
 * the team is written down, so that the model does not go on leaving the
 * answers to them; a request for a person as well, so that it does not ask
 * again.
 */
export function writeHistory(
  messages: readonly HistoryMessage[],
): readonly EarlierMessage[] {
  return messages.flatMap((message, index) => {
    const next = messages[index + 1];
    const isLast =
      isOfPerson(message) && (next === undefined || !isOfPerson(next));
    return [
      // Empty: it was never sent.
      ...(message.text === "" ? [] : [writeEarlier(message)]),
      ...(message.asksForPerson ? [noteOf(IS_ASKED)] : []),
      ...(isLast ? [noteOf(IS_YOURS)] : []),
    ];
  });
}

/** Also that nobody came. */
function isOfPerson({ isForPerson, origin }: HistoryMessage): boolean {
  return (
    isForPerson === true ||
    (origin?.kind === "operator" && !origin.isAnswer) ||
    origin?.kind === "unattended"
  );
}

function noteOf(content: string): EarlierMessage {
  return { role: "user", content };
}

interface EarlierMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/**
 * A message of the history as the model reads it. What a person of the team
 * wrote is neither the user's nor the model's own, and a schedule's question is
 * not the user's.
 */
export function writeEarlier({
  role,
  text,
  origin,
}: PrecedingMessage & Pick<HistoryMessage, "origin">): EarlierMessage {
  if (origin?.kind === "operator" && origin.isAnswer)
    return { role: "user", content: `${DECIDED_BY_TEAM}\n${text}` };
  if (origin?.kind === "operator")
    return { role: "user", content: `${BY_TEAM}\n${text}` };
  if (origin?.kind === "schedule" && role === "user")
    return { role: "user", content: `${BY_SCHEDULE}\n${text}` };
  return { role, content: text };
}

/**
 * The newest messages before a turn's that fit into `maxTokens` together, and
 * leave out at least `excessTokens`, like a history. If any are dropped, the first one kept is the user's, since some
 * providers reject prompts that begin with an answer.
 */
export function fitPreceding(
  messages: readonly PrecedingMessage[],
  { maxTokens, excessTokens = 0 }: { maxTokens: number; excessTokens?: number },
): readonly PrecedingMessage[] {
  const counts = messages.map(({ text }) => estimateTokens(text));
  const all = counts.reduce((sum, count) => sum + count, 0);
  const room = Math.min(maxTokens, all - excessTokens);
  let tokens = 0;
  const last = counts.findLastIndex((count) => {
    tokens += count;
    return tokens > room;
  });
  if (last === -1) return messages;
  const first = messages.findIndex(
    ({ role }, index) => index > last && role === "user",
  );
  return first === -1 ? [] : messages.slice(first);
}

const WEEKDAYS =
  "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/**
 * The date and time at which a message arrived, e.g. `Friday, 2026-11-27 14:05
 * (Asia/Shanghai)`: the same in all prompts of its turn.
 */
export function describeMoment(at: number, timeZone: string): string {
  const day = new Date(`${toLocal(at, timeZone)}Z`).getUTCDay();
  return `${WEEKDAYS[day]}, ${showLocal(at, timeZone)} (${timeZone})`;
}
