import type { Context } from "hono";
import type { SSEMessage, SSEStreamingApi } from "hono/streaming";
import type { Mailbox } from "../../types/mailbox.ts";
import type { Problem } from "../../types/problem.ts";
import { isTurnEnd, type Turn } from "../../types/turn.ts";
import { streamEvents } from "../event-stream.ts";
import { FORGOTTEN, toProblemBody } from "../problems.ts";
import type { StreamPlace } from "../stream-place.ts";
import {
  answerOf,
  citeSources,
  headOf,
  sourcesToCite,
  toErrorBody,
  UNANSWERED,
  usageOf,
} from "./completion.ts";
import type { Chat } from "./parse-chat.ts";
import type { ChatCompletionChunk, ErrorBody } from "./schemas.ts";

type Choice = ChatCompletionChunk["choices"][number];

/**
 * Streams a turn as chunks: role, answer, sources, end, usage if requested,
 * `[DONE]`. After a failure the last event contains `error`.
 */
export function streamCompletion(
  context: Context,
  {
    chat,
    turn,
    mailbox,
    place,
    cleanUp,
  }: {
    chat: Pick<Chat, "includesUsage" | "message">;
    turn: Turn;
    mailbox: Pick<Mailbox, "watch">;
    place: StreamPlace;
    /** Called after the last event. */
    cleanUp: (options: { hasLeft: boolean }) => Promise<void>;
  },
): Response {
  return streamEvents(context, {
    turn: turn.id,
    place,
    write: (stream, signal) =>
      writeChunks(stream, { chat, turn, mailbox, signal }),
    broken: toErrorMessage(UNANSWERED),
    onEnd: cleanUp,
  });
}

async function writeChunks(
  stream: SSEStreamingApi,
  {
    chat: { includesUsage, message },
    turn,
    mailbox,
    signal,
  }: Pick<
    Parameters<typeof streamCompletion>[1],
    "chat" | "turn" | "mailbox"
  > & {
    signal: AbortSignal;
  },
): Promise<void> {
  const head = { ...headOf(turn), object: "chat.completion.chunk" } as const;
  const text = createAppendedText();
  let length = 0;
  const write = (
    delta: Choice["delta"],
    finish_reason: Choice["finish_reason"] = null,
  ): Promise<void> => {
    length += delta.content?.length ?? 0;
    return stream.writeSSE(
      toMessage({
        ...head,
        choices: [{ index: 0, delta, logprobs: null, finish_reason }],
        ...(includesUsage && { usage: null }),
      }),
    );
  };

  await write({ role: "assistant", content: "" });
  for await (const event of mailbox.watch(message, { signal })) {
    if (event.type === "delta") {
      const content = text.write(event);
      if (content !== "") await write({ content });
    }
    if (!isTurnEnd(event)) continue;
    const end = await answerOf(event);
    if (end.kind === "refused")
      return stream.writeSSE(toErrorMessage(end.problem));

    const rest = text.finish(end.turn.reply ?? "");
    if (rest !== "") await write({ content: rest });
    const { text: list, annotations } = citeSources(
      sourcesToCite(end.turn),
      length,
    );
    if (list !== "") await write({ content: list, annotations });
    await write({}, "stop");
    if (includesUsage)
      await stream.writeSSE(
        toMessage({ ...head, choices: [], usage: usageOf(end.turn) }),
      );
    return stream.writeSSE({ data: "[DONE]" });
  }
  return stream.writeSSE(toErrorMessage(FORGOTTEN));
}

function toErrorMessage(problem: Problem): SSEMessage {
  return toMessage(toErrorBody(toProblemBody(problem)));
}

function toMessage(data: ChatCompletionChunk | ErrorBody): SSEMessage {
  return { data: JSON.stringify(data) };
}

/**
 * An answer that may start over, for a client that can only append: sends only
 * text that continues what was sent: after a restart, nothing until
 * the new text repeats the old and exceeds it. An answer that differs is sent
 * in full after a blank line. Takes constant time per UTF-16 unit.
 */
export function createAppendedText() {
  let sent = "";
  let answer = "";
  /** Length of the common prefix. */
  let same = 0;

  const takeRest = (): string => {
    while (same < sent.length && sent[same] === answer[same]) same++;
    if (same < sent.length || answer.length === sent.length) return "";
    const rest = answer.slice(same);
    sent = answer;
    same = sent.length;
    return rest;
  };

  return {
    /** Adds a delta of the answer. Returns the text to send now. */
    write({ offset, text }: { offset: number; text: string }): string {
      answer = answer.slice(0, offset) + text;
      same = Math.min(same, offset);
      return takeRest();
    },
    /** Completes the answer. Returns the rest to send. */
    finish(whole: string): string {
      answer = whole;
      same = 0;
      const isSent = sent === "" || whole.startsWith(sent);
      return isSent ? takeRest() : `\n\n${whole}`;
    },
  };
}
