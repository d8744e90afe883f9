import type { Archive } from "../../archive.ts";
import type { Mailbox } from "../../ports.ts";
import type { TurnEvent } from "../../turn.ts";
import type { Env } from "./env.ts";
import { readJsonLines } from "./read-json-lines.ts";

/** An object that restarts (a deploy, a crash) cuts its watchers off; they come back this often, this far apart. */
const RECONNECTIONS = 5;
const RECONNECT_MS = 500;

/** The edge's way to the conversations' objects. */
export function createDurableObjectMailbox(
  namespace: Env["CONVERSATION"],
): Mailbox & Archive {
  const objectOf = (conversation: string) => namespace.getByName(conversation);
  return {
    deliver: async (message) => objectOf(message.conversation).deliver(message),

    stop: async ({ conversation, id }) => objectOf(conversation).stop(id),

    retry: async ({ conversation, id }) => objectOf(conversation).retry(id),

    async *watch({ conversation, id }, { signal }) {
      for (let reconnections = 0; ; reconnections++) {
        let failure: unknown = new Error("The events broke off.");
        try {
          const lines = await objectOf(conversation).watch(id);
          if (lines === undefined) return;
          for await (const event of readJsonLines<TurnEvent>(lines, {
            signal,
          })) {
            reconnections = 0;
            yield event;
            if (event.type === "end" || event.type === "forgotten") return;
          }
        } catch (error) {
          signal.throwIfAborted();
          failure = error;
        }
        if (reconnections >= RECONNECTIONS) throw failure;
        await scheduler.wait(RECONNECT_MS, { signal });
      }
    },

    findTurn: async ({ conversation, id }) =>
      objectOf(conversation).findTurn(id),
    read: async (conversation, options) => objectOf(conversation).read(options),
    changeSettings: async (conversation, patch) =>
      objectOf(conversation).changeSettings(patch),
    forget: async (conversation) => objectOf(conversation).forget(),
  };
}
