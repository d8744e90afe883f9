import type { Channel } from "../channel.ts";
import type { Memory } from "./memory.ts";
import type { Turn, TurnEvent } from "../turn.ts";
import { splitReply } from "./split-reply.ts";
import { textsFor } from "./texts.ts";

/**
 * Ends a turn that is to be stopped while it waits behind another one, without an answer. Only where replies are fetched:
 * where they are sent, the notice comes when it is its turn, so that replies stay in the order of their messages.
 */
export async function endWaiting({
  turn: { id, message, usage },
  memory,
  channel,
  publish,
}: {
  turn: Turn;
  memory: Pick<Memory, "commitTurn">;
  channel: Pick<Channel, "capabilities" | "split">;
  publish: (event: TurnEvent) => void;
}): Promise<void> {
  const isSent = channel.capabilities.maxPartLength !== null;
  if (isSent) return;
  const { author, text } = message;
  const texts = textsFor({ language: author.language, text });
  const reply = texts.stoppedEarly;
  const ended = await memory.commitTurn(id, {
    status: "answered",
    reply,
    isStopped: true,
    // Whoever wants to be told of it is told when it is its turn.
    parts: splitReply(reply, { channel, to: message.replyTo }),
    usage,
    history: [],
  });
  if (ended !== undefined) publish({ type: "end", turn: ended });
}
