import type { CallbackQueue } from "../../callback-queue.ts";
import type { Env } from "./env.ts";

/** The way to the objects that send callbacks, from the edge and from conversations: one for each conversation. */
export function createDurableObjectCallbackQueue(
  namespace: Env["CALLBACK"],
): CallbackQueue {
  const objectOf = (conversation: string) => namespace.getByName(conversation);
  return {
    enqueue: async (callback) =>
      objectOf(callback.conversation).enqueue(callback),
    find: async ({ conversation, id }) =>
      objectOf(conversation).find({ conversation, id }),
    resend: async ({ conversation, id }) =>
      objectOf(conversation).resend({ conversation, id }),
    forget: async (conversation) => objectOf(conversation).forget(conversation),
  };
}
