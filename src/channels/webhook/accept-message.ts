import type { Problem } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Mailbox } from "../../ports.ts";
import type { Turn } from "../../turn.ts";
import { type Refusal, refusalOf, refuse } from "../problems.ts";
import { type ConversationStores, unlistEmpty } from "./forget-conversation.ts";

/** `accepted`: the message is stored, now or before, exactly as it came. */
type Acceptance = { readonly kind: "accepted"; readonly turn: Turn } | Refusal;

/** Has a caller's message answered once, however often its id comes. */
export async function acceptMessage(
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
  // The conversation was deleted in between, and the claim with it: see `forgetConversation`, which looks once more, too.
  const isAccepted = acceptance.kind === "accepted";
  if (isAccepted && (await index.find(entry)) === undefined)
    await index.claim(entry);
  return acceptance;
}

/** The same for a message that nobody will ask for by its id alone. */
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

/** Where a repeated message differs from the stored one, as pointers into its body. */
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

/** Each written in one way, so that two can be compared. */
function toFields({
  author,
  text,
  instructions,
  preceding,
  metadata = {},
  replyTo,
}: IncomingMessage): ReadonlyMap<string, string> {
  const { key: _, id: __, ...address } = replyTo;
  return new Map([
    ["/text", text],
    ["/user", author.id],
    ["/metadata", JSON.stringify(Object.entries(metadata).toSorted(byName))],
    ["/instructions", instructions ?? ""],
    ["/messages", JSON.stringify(preceding ?? [])],
    ...Object.entries(address).map(
      ([name, value]) => [`/${name}`, String(value)] as const,
    ),
  ]);
}

function byName(
  [one]: readonly [string, string],
  [other]: readonly [string, string],
): number {
  return one < other ? -1 : 1;
}

function idempotencyMismatch(pointers: readonly string[]): Problem {
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
