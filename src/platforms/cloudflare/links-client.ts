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

/** Client of the object that holds codes. */
export function createDurableObjectLinkCodes(
  namespace: Env["LINK_CODES"],
): LinkCodes {
  const object = () => namespace.getByName("codes");
  return {
    offer: async (hash, offer, until) => object().offer(hash, offer, until),
    find: async (hash): Promise<LinkOffer | undefined> => object().find(hash),
    take: async (hash, taker): Promise<LinkOffer | undefined> =>
      object().take(hash, taker),
  };
}
