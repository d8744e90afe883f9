import type { Context } from "hono";
import type { SSEStreamingApi } from "hono/streaming";
import {
  citationsOf,
  headOf,
  judgeEnd,
  UNANSWERED,
  usageOf,
} from "./completion.ts";
import { toErrorBody } from "./explain-problems.ts";
import type { Chat } from "./parse-chat.ts";
import type { ChatCompletionChunk } from "./schemas/answers.ts";
import { keepAlive, openEventStream } from "../event-stream.ts";
import { STREAM_MS, type StreamPlace } from "../limits.ts";
import { keepRunning } from "../platform-context.ts";
import { FORGOTTEN, toProblemBody } from "../problems.ts";
import { createTimeLimit } from "../../abort.ts";
import { describeFailure } from "../../describe-failure.ts";
import type { Mailbox } from "../../ports.ts";
import type { Turn } from "../../turn.ts";

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

/** An answer that may begin anew, for a reader from whom nothing can be taken back. */
interface AppendedText {
  /** Takes a delta of the answer. What is to be sent now; mostly all of it. */
  write(delta: { readonly offset: number; readonly text: string }): string;
  /** The answer is whole. What is still to be sent. */
  finish(answer: string): string;
}

/**
 * Sends what goes on from what was sent. Where the answer begins anew it sends nothing until the new text is the same as far
 * as that, and longer. An answer that is another one in the end comes whole, behind a blank line. Constant work for each unit.
 */
export function createAppendedText(): AppendedText {
  let sent = "";
  let answer = "";
  /** How far both are the same. */
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
    write({ offset, text }) {
      answer = answer.slice(0, offset) + text;
      same = Math.min(same, offset);
      return takeRest();
    },
    finish(whole) {
      answer = whole;
      same = 0;
      const isSent = sent === "" || whole.startsWith(sent);
      return isSent ? takeRest() : `\n\n${whole}`;
    },
  };
}
