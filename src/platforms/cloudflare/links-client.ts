import type { Links } from "../../conversation/linked/links.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { Recollection } from "../../types/history.ts";
import type {
  ConversationLink,
  LinkCodes,
  LinkOffer,
  LinkStanding,
} from "../../types/link.ts";
import type { Schedule } from "../../types/schedule.ts";
import type { Env } from "./env.ts";
import { createDurableObjectMailbox } from "./object-clients.ts";

/** What chats are linked with. */
export function createDurableObjectLinks(
  { CONVERSATION, LINK_CODES }: Pick<Env, "CONVERSATION" | "LINK_CODES">,
  limiter: Limiter,
): Links {
  const mailbox = createDurableObjectMailbox(CONVERSATION);
  return {
    codes: createDurableObjectLinkCodes(LINK_CODES),
    limiter,
    deliver: mailbox.deliver,
    of(conversation) {
      const object = CONVERSATION.getByName(conversation);
      return {
        findLink: async (): Promise<LinkStanding> => object.findLink(),
        changeLink: async (change): Promise<ConversationLink> =>
          object.changeLink(change),
        adoptSchedules: async (adopted) => object.adoptSchedules(adopted),
        listSchedules: async (): Promise<readonly Schedule[]> =>
          object.listSchedules(),
        cancelSchedule: async (id) => object.cancelSchedule(id),
        recall: async (): Promise<Recollection> => object.recall(),
        readRecord: async (options) => object.read(options),
        forget: async () => object.forget(),
      };
    },
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
