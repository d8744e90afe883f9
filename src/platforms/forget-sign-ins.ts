import type { Archive } from "../types/archive.ts";
import type { SignIns } from "../types/sign-ins.ts";

/**
 * Forgetting a conversation ends the sign-ins that were asked for in it, and in
 * those that are linked with it and forgotten with it.
 */
export function forgetSignIns(
  archive: Archive,
  signIns: Pick<SignIns, "forget">,
): Archive {
  return {
    ...archive,
    async forget(conversation) {
      const conversations = await findLinked(archive, conversation);
      const revoke = await signIns.forget({ conversations });
      const forgotten = await archive.forget(conversation);
      await revoke();
      return forgotten;
    },
  };
}

/** The names of all that are linked with a conversation, with its own. */
async function findLinked(
  archive: Pick<Archive, "read">,
  conversation: string,
): Promise<readonly string[]> {
  const own = await archive.read(conversation, { newest: 1, isOwn: true });
  const home = own?.link?.home ?? conversation;
  const record =
    home === conversation ? own : await archive.read(home, { newest: 1 });
  const { members = [] } = record?.link ?? {};
  return [home, ...members.map(({ name }) => name)];
}
