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
