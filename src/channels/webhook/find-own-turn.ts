import type { Archive, MessageIndex } from "../../archive.ts";
import type { Turn } from "../../turn.ts";

/** The turn of a caller's message; `undefined` for what is none of its own, or was forgotten. */
export async function findOwnTurn(
  { owner, id }: { owner: string; id: string },
  {
    archive,
    index,
  }: {
    archive: Pick<Archive, "findTurn">;
    index: Pick<MessageIndex, "find">;
  },
): Promise<Turn | undefined> {
  const conversation = await index.find({ owner, id });
  return conversation === undefined
    ? undefined
    : archive.findTurn({ conversation, id });
}
