import { acceptMessage } from "../../conversation/accept/accept-message.ts";
import type { Links } from "../../conversation/linked/links.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { AccessRules } from "../../types/access.ts";
import type { LinkCodes } from "../../types/link.ts";
import type { Conversations } from "./conversations.ts";
import type { TurnQueue } from "./queues.ts";

/** How the conversations of a table are linked. */
export function createLinks({
  codes,
  conversations,
  queue,
  limiter,
  access,
}: {
  codes: LinkCodes;
  conversations: Conversations;
  queue: TurnQueue;
  limiter: Limiter;
  access: AccessRules;
}): Links {
  return {
    codes,
    limiter,
    of(conversation) {
      const memory = conversations.memoryOf(conversation);
      return {
        ...memory,
        async forget() {
          const forgotten = await memory.forget();
          // A worker erases the rest, and tells the index.
          await queue.send(conversation);
          return forgotten;
        },
      };
    },
    deliver: (message) =>
      acceptMessage(message, {
        memory: conversations.memoryOf(message.conversation),
        scheduler: {
          scheduleRun: () => queue.send(message.conversation),
          interrupt: async () => {},
        },
        access,
        isAsked: true,
        onFull: async () => {},
      }),
  };
}
