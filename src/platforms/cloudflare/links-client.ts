import type { Links } from "../../conversation/linked/links.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { LinkCodes } from "../../types/link.ts";
import { createDurableObjectMailbox, memoryOf } from "./conversation-client.ts";
import type { Env } from "./env.ts";

export function createDurableObjectLinks(
  namespace: Env["CONVERSATION"],
  codes: LinkCodes,
  limiter: Limiter,
): Links {
  const mailbox = createDurableObjectMailbox(namespace);
  return {
    codes,
    limiter,
    deliver: (message) => mailbox.deliver(message),
    of: (conversation) => ({
      ...memoryOf(namespace, conversation),
      forget: async () => namespace.getByName(conversation).forget(),
    }),
  };
}
