import { createTimeLimit } from "../../abort.ts";
import { describeFailure } from "../../describe-failure.ts";
import type { Mailbox } from "../../ports.ts";
import type { Turn } from "../../turn.ts";
import { keepAlive } from "../keep-alive.ts";
import { keepRunning } from "../keep-running.ts";
import { openEventStream } from "../open-event-stream.ts";
import { STREAM_MS, type StreamPlace } from "../open-streams.ts";
import { toProblemBody } from "../problem-response.ts";
import { FORGOTTEN } from "../turn-problems.ts";
import { createAppendedText } from "./appended-text.ts";
import { toErrorBody } from "./explain-problems.ts";
import { judgeEnd } from "./judge-end.ts";
import type { Chat } from "./read-chat.ts";
import type { ChatCompletionChunk } from "./schemas/chat-completion.ts";
import { citationsOf, headOf, usageOf } from "./to-completion.ts";
import { UNANSWERED } from "./unanswered.ts";
import type { Context } from "hono";
import type { SSEStreamingApi } from "hono/streaming";

type Choice = ChatCompletionChunk["choices"][number];

/**
 * A turn as chunks of a completion: the role, the answer as it is written, the sources, the end, the usage where it is asked
 * for, `[DONE]`. Comments keep the connection open. What goes wrong on the way is the last event, with `error`.
 */
export function streamCompletion(
  context: Context,
  {
    chat,
    turn,
    mailbox,
    place,
    tidy,
  }: {
    chat: Chat;
    turn: Turn;
    mailbox: Mailbox;
    place: StreamPlace;
    /** Called behind the last event. */
    tidy: (options: { hasLeft: boolean }) => Promise<void>;
  },
): Response {
  const { promise, resolve } = Promise.withResolvers<void>();
  keepRunning(context, promise);
  const leave = place.take();
  return openEventStream(context, async (stream) => {
    const controller = new AbortController();
    stream.onAbort(() => controller.abort());
    using limit = createTimeLimit({
      ms: STREAM_MS,
      signal: controller.signal,
      stop: context.req.raw.signal,
    });
    const { signal } = limit;
    using _ = keepAlive((comment) => stream.write(comment));
    try {
      await writeChunks(stream, { chat, turn, mailbox, signal });
    } catch (error) {
      if (!signal.aborted)
        console.error(
          JSON.stringify({
            event: "completion broke off",
            turn: turn.id,
            ...describeFailure(error),
          }),
        );
      await writeData(stream, toErrorBody(toProblemBody(UNANSWERED)));
    } finally {
      await tidy({ hasLeft: stream.aborted });
      await leave();
      resolve();
    }
  });
}

async function writeChunks(
  stream: SSEStreamingApi,
  {
    chat: { includesUsage, message },
    turn,
    mailbox,
    signal,
  }: { chat: Chat; turn: Turn; mailbox: Mailbox; signal: AbortSignal },
): Promise<void> {
  const head = { ...headOf(turn), object: "chat.completion.chunk" } as const;
  const text = createAppendedText();
  let length = 0;
  const write = (
    delta: Choice["delta"],
    finish: Choice["finish_reason"] = null,
  ): Promise<void> => {
    length += delta.content?.length ?? 0;
    const choice = {
      index: 0,
      delta,
      logprobs: null,
      finish_reason: finish,
    } as const;
    return writeData(stream, {
      ...head,
      choices: [choice],
      ...(includesUsage && { usage: null }),
    } satisfies ChatCompletionChunk);
  };

  await write({ role: "assistant", content: "" });
  for await (const event of mailbox.watch(message, { signal })) {
    if (event.type === "delta") {
      const content = text.write(event);
      if (content !== "") await write({ content });
    }
    if (event.type !== "end" && event.type !== "forgotten") continue;
    const end = judgeEnd(event);
    if (end.kind === "refused")
      return writeData(stream, toErrorBody(toProblemBody(end.problem)));

    const rest = text.finish(end.turn.reply ?? "");
    if (rest !== "") await write({ content: rest });
    const { text: list, annotations } = citationsOf(end.turn, length);
    if (list !== "") await write({ content: list, annotations });
    await write({}, "stop");
    if (includesUsage)
      await writeData(stream, {
        ...head,
        choices: [],
        usage: usageOf(end.turn),
      } satisfies ChatCompletionChunk);
    return stream.writeSSE({ data: "[DONE]" });
  }
  return writeData(stream, toErrorBody(toProblemBody(FORGOTTEN)));
}

function writeData(stream: SSEStreamingApi, data: unknown): Promise<void> {
  return stream.writeSSE({ data: JSON.stringify(data) });
}
