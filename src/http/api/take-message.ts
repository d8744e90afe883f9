import type { Mailbox } from "../../types/mailbox.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Problem } from "../../types/problem.ts";
import type { Turn } from "../../types/turn.ts";
import { refusalOf, refuse, type Refusal } from "../problems.ts";
import { unlistEmpty, type ConversationStores } from "./forget-conversation.ts";

/**
 * `accepted`: the message is stored unchanged, by this request or an earlier
 * one.
 */
type Acceptance = { readonly kind: "accepted"; readonly turn: Turn } | Refusal;

/**
 * Delivers a caller's message, idempotent by its id. A repetition must equal
 * the first message.
 */
export async function takeMessage(
  message: IncomingMessage,
  {
    caller,
    mailbox,
    archive,
    index,
  }: ConversationStores & { caller: string; mailbox: Mailbox },
): Promise<Acceptance> {
  const { id, conversation } = message;
  const entry = { owner: caller, id, conversation };
  const bound = await index.claim(entry);
  if (bound !== conversation)
    return refuse(idempotencyMismatch(["/conversation"]));
  const acceptance = await deliverMessage(message, {
    mailbox,
    onRefusal: () => unlistEmpty(entry, { archive, index }),
  });
  // A concurrent `forgetConversation` may have dropped the claim.
  const isAccepted = acceptance.kind === "accepted";
  if (isAccepted && (await index.find(entry)) === undefined)
    await index.claim(entry);
  return acceptance;
}

/**
 * Like `takeMessage`, for messages that cannot be fetched by their id alone.
 */
export async function deliverMessage(
  message: IncomingMessage,
  {
    mailbox,
    onRefusal = async () => {},
  }: { mailbox: Mailbox; onRefusal?: () => Promise<void> },
): Promise<Acceptance> {
  const delivery = await mailbox.deliver(message);
  if (!("turn" in delivery)) {
    await onRefusal();
    return refuse(refusalOf(delivery));
  }
  const { turn } = delivery;
  const differences = findDifferences(turn.message, message);
  return differences.length === 0
    ? { kind: "accepted", turn }
    : refuse(idempotencyMismatch(differences));
}

/** JSON pointers into the body, one for each field that differs. */
export function findDifferences(
  stored: IncomingMessage,
  sent: IncomingMessage,
): readonly string[] {
  const before = toFields(stored);
  const now = toFields(sent);
  return [...new Set([...before.keys(), ...now.keys()])].filter(
    (pointer) => before.get(pointer) !== now.get(pointer),
  );
}

/** By JSON pointer; values in a canonical form, to be compared as strings. */
function toFields({
  author,
  text,
  sent = text,
  instructions,
  preceding,
  metadata = {},
  answerFormat,
  callbackUrl,
}: IncomingMessage): ReadonlyMap<string, string> {
  return new Map([
    ["/text", sent],
    ["/user", author.id],
    ["/time_zone", author.timeZone ?? ""],
    ["/metadata", JSON.stringify(Object.entries(metadata).toSorted(byName))],
    ["/instructions", instructions ?? ""],
    ["/messages", JSON.stringify(preceding ?? [])],
    ["/response_format", JSON.stringify(answerFormat ?? {})],
    ["/callback_url", callbackUrl ?? ""],
  ]);
}

function byName(
  [one]: readonly [string, string],
  [other]: readonly [string, string],
): number {
  return one < other ? -1 : 1;
}

export function idempotencyMismatch(pointers: readonly string[]): Problem {
  return {
    status: 422,
    slug: "idempotency-mismatch",
    title: "The id belongs to another message",
    detail: `An earlier message with this id was different (${pointers.join(", ")}). Nothing was stored. Use a new id for a new message, or resend the same message.`,
    errors: pointers.map((pointer) => ({
      pointer,
      detail: "differs from the first message with this id",
    })),
  };
}
