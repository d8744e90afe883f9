import {
  followLinks,
  type ConversationPorts,
  type OwnConversations,
} from "../../conversation/linked/follow-links.ts";
import type { LinkableConversation } from "../../conversation/linked/links.ts";
import { REMOTE_VERBS, type RemoteMemory } from "../../conversation/memory.ts";
import type { Elsewhere } from "../../conversation/state/people/link.ts";
import { parseOwnJson } from "../../text/json.ts";
import type { HandoverOutcome } from "../../types/handover.ts";
import type { Delivery, TurnReference } from "../../types/mailbox.ts";
import { isTurnEnd, type TurnEvent } from "../../types/turn.ts";
import type { Env } from "./env.ts";

type Namespace = Env["CONVERSATION"];

/** Client of the conversations' objects. */
export function createDurableObjectMailbox(
  namespace: Namespace,
): ConversationPorts {
  return followLinks(createOwnConversations(namespace));
}

/** Another conversation, by its name; see `Links`. */
export function linkableOf(
  namespace: Namespace,
  conversation: string,
): LinkableConversation {
  return {
    ...memoryOf(namespace, conversation),
    forget: async () => namespace.getByName(conversation).forget(),
  };
}

/** Client of a conversation's memory, which its object has. */
export function memoryOf(
  namespace: Namespace,
  conversation: string,
): RemoteMemory {
  const verbs = REMOTE_VERBS.map((verb) => [
    verb,
    async (...given: Parameters<RemoteMemory[typeof verb]>) =>
      namespace.getByName(conversation).ask(verb, ...given),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object calls the verb of that name
  return Object.fromEntries(verbs) as RemoteMemory;
}

function createOwnConversations(namespace: Namespace): OwnConversations {
  const objectOf = (conversation: string) => namespace.getByName(conversation);
  return {
    memoryOf: (conversation) => memoryOf(namespace, conversation),
    handOver: async (conversation, action): Promise<HandoverOutcome> =>
      objectOf(conversation).handOver(action),
    deliver: async (message, options): Promise<Delivery | Elsewhere> =>
      objectOf(message.conversation).deliver(message, options),
    stop: async ({ conversation, id }) => objectOf(conversation).stop(id),
    retry: async ({ conversation, id }) => objectOf(conversation).retry(id),
    watch: (turn, options) => watch(namespace, turn, options),
    findTurn: async ({ conversation, id }) =>
      objectOf(conversation).findTurn(id),
    rate: async ({ conversation, id }, rating) =>
      objectOf(conversation).rate(id, rating),
    addUsage: async ({ conversation, id }, usage) =>
      objectOf(conversation).addUsage(id, usage),
    changeSettings: async (conversation, patch) =>
      objectOf(conversation).changeSettings(patch),
    forget: async (conversation) => objectOf(conversation).forget(),
  };
}

/**
 * Restarting an object (a deploy, a crash) disconnects its watchers, which
 * reconnect up to this many times in a row.
 */
const RECONNECTIONS = 5;
const RECONNECT_MS = 500;

async function* watch(
  namespace: Namespace,
  { conversation, id }: TurnReference,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<TurnEvent, void> {
  for (let reconnections = 0; ; reconnections++) {
    let failure: unknown = new Error("The event stream was interrupted.");
    try {
      const lines = await namespace.getByName(conversation).watch(id);
      if (lines === undefined) return;
      for await (const event of readEvents(lines, { signal })) {
        reconnections = 0;
        yield event;
        if (isTurnEnd(event)) return;
      }
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
    if (reconnections >= RECONNECTIONS) throw failure;
    await scheduler.wait(RECONNECT_MS, { signal });
  }
}

/**
 * Reads JSON lines. Leaving the loop or aborting the signal cancels the stream.
 */
async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<TurnEvent, void> {
  signal.throwIfAborted();
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield parseOwnJson<TurnEvent>(line);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
