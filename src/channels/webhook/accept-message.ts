import type { Archive, MessageIndex } from "../../archive.ts";
import type { Problem } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Mailbox } from "../../ports.ts";
import type { Turn } from "../../turn.ts";
import { unlistEmpty } from "../forget-conversation.ts";
import { refusalOf } from "../turn-problems.ts";
import { findDifferences, idempotencyMismatch } from "./idempotency.ts";

/** `accepted`: the message is stored, now or before, exactly as it came. */
export type Acceptance =
  | { readonly kind: "accepted"; readonly turn: Turn }
  | { readonly kind: "refused"; readonly problem: Problem };

/** Has a caller's message answered once, whatever comes again under its id. */
export async function acceptMessage(
  message: IncomingMessage,
  {
    caller,
    mailbox,
    archive,
    index,
  }: {
    caller: string;
    mailbox: Mailbox;
    archive: Archive;
    index: MessageIndex;
  },
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
  // The conversation was forgotten in between, and the claim with it: see `forgetConversation`, which looks once more, too.
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

function refuse(problem: Problem): Acceptance {
  return { kind: "refused", problem };
}
