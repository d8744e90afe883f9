import type { Links } from "../../conversation/linked/links.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { LinkCodes, LinkOffer } from "../../types/link.ts";
import { createDurableObjectMailbox, memoryOf } from "./conversation-client.ts";
import type { Env } from "./env.ts";

export function createDurableObjectLinks(
  { CONVERSATION, LINK_CODES }: Pick<Env, "CONVERSATION" | "LINK_CODES">,
  limiter: Limiter,
): Links {
  const mailbox = createDurableObjectMailbox(CONVERSATION);
  return {
    codes: createDurableObjectLinkCodes(LINK_CODES),
    limiter,
    deliver: (message) => mailbox.deliver(message),
    of: (conversation) => ({
      ...memoryOf(CONVERSATION, conversation),
      forget: async () => CONVERSATION.getByName(conversation).forget(),
    }),
  };
}

/** Client of the objects that hold codes, one each. */
export function createDurableObjectLinkCodes(
  namespace: Env["LINK_CODES"],
): LinkCodes {
  const objectOf = (hash: string) => namespace.getByName(hash);
  return {
    offer: async (hash, offer, until) =>
      objectOf(hash).offer(hash, offer, until),
    find: async (hash): Promise<LinkOffer | undefined> =>
      objectOf(hash).find(hash),
    take: async (hash, taker): Promise<LinkOffer | undefined> =>
      objectOf(hash).take(hash, taker),
  };
}
