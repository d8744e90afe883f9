import type { Problem } from "../../channel.ts";
import type { IncomingMessage } from "../../message.ts";

/**
 * What a message that comes again has otherwise than when it came first, as pointers into its body. The stored message is the
 * fingerprint of its request: ids are known for as long as their messages.
 */
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

/** Each in one way of writing it, so that two can be compared. */
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

export function idempotencyMismatch(pointers: readonly string[]): Problem {
  return {
    status: 422,
    slug: "idempotency-mismatch",
    title: "Another message has this id",
    detail: `A message with this id came before, and was different (${pointers.join(", ")}). Nothing was stored. Send a new message with a new id, or the same message again.`,
    errors: pointers.map((pointer) => ({
      pointer,
      detail: "is not what it was when this id came first",
    })),
  };
}
