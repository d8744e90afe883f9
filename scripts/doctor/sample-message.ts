import * as z from "zod";
import { failed, type Finding, passed } from "./finding.ts";
import type { Answer, ParleyClient } from "./parley-client.ts";
import { readProblem } from "./read-problem.ts";
import { toLine } from "./to-line.ts";

/** A message and what is done with it, step by step; each throws only the signal's reason. */
export interface SampleMessage {
  send(): Promise<Finding>;
  /** By sending it once more, which must not have it answered once more. */
  awaitReply(): Promise<Finding>;
  lookUp(): Promise<Finding>;
  forget(options?: { signal: AbortSignal }): Promise<Finding>;
}

/** Cheap, and it takes a tool where the model is wise. */
const TEXT = "What is 6 * 7? Answer with the number only.";
/** For a question that takes a model a second or two. */
const WAIT_SECONDS = 60;

const Reply = z.object({
  status: z.string(),
  reply: z.object({ text: z.string() }).nullable(),
  usage: z.object({
    input_tokens: z.number(),
    output_tokens: z.number(),
    model_calls: z.number(),
  }),
});
const Conversation = z.object({
  messages: z.array(z.object({ role: z.string() })),
});

/** By HTTP, as a program of the operator's would send it. */
export function createSampleMessage({
  client,
  key,
  id,
  conversation,
}: {
  client: ParleyClient;
  key: string;
  id: string;
  conversation: string;
}): SampleMessage {
  const authorization = `Bearer ${key}`;
  const post = (prefer: string, timeoutMs: number) =>
    client.call("/v1/messages", {
      method: "POST",
      headers: { authorization, prefer },
      body: { conversation, id, text: TEXT },
      timeoutMs,
    });
  const get = (path: string) =>
    client.call(path, { headers: { authorization } });

  return {
    async send() {
      const answer = await post("respond-async", 20_000);
      return isAnswered(answer, [200, 202])
        ? passed(`A message in ${conversation} is stored.`, answer.ms)
        : explain("A message was not accepted", answer);
    },

    async awaitReply() {
      const answer = await post(
        `wait=${WAIT_SECONDS}`,
        (WAIT_SECONDS + 10) * 1000,
      );
      if (statusOf(answer) === 202)
        return failed(
          `There is no answer after ${WAIT_SECONDS} seconds.`,
          "If the model works (see above), the log tells why: the terminal of `npm run dev`, or `npx wrangler tail`.",
        );
      const { data } = Reply.safeParse(bodyOf(answer));
      if (!isAnswered(answer, [200]) || data === undefined)
        return explain("The message was not answered", answer);
      const text = toLine(data.reply?.text ?? "", { maxLength: 100 });
      return passed(`It is answered: “${text}”`, answer.ms);
    },

    async lookUp() {
      const turn = await get(`/v1/messages/${id}`);
      const { data: found } = Reply.safeParse(bodyOf(turn));
      if (!isAnswered(turn, [200]) || found === undefined)
        return explain("The message is not found again", turn);
      const record = await get(`/v1/conversations/${conversation}`);
      const { data: kept } = Conversation.safeParse(bodyOf(record));
      if (!isAnswered(record, [200]) || kept === undefined)
        return explain("The conversation is not found again", record);
      const copies = kept.messages.filter(({ role }) => role === "user").length;
      const { model_calls, input_tokens, output_tokens } = found.usage;
      return copies > 1
        ? failed(
            `Sent twice under one id, the history holds it ${copies} times.`,
            "This must not be: please report it, with the log.",
          )
        : passed(
            `Sent twice, answered once; ${found.status}, with ${model_calls} model call${model_calls === 1 ? "" : "s"} (${input_tokens} tokens in, ${output_tokens} out).`,
            turn.ms + record.ms,
          );
    },

    async forget(options) {
      const answer = await client.call(`/v1/conversations/${conversation}`, {
        method: "DELETE",
        headers: { authorization },
        ...options,
      });
      return isAnswered(answer, [200])
        ? passed("Its conversation is forgotten.", answer.ms)
        : explain(`The conversation ${conversation} is not forgotten`, answer);
    },
  };
}

function statusOf(answer: Answer): number | undefined {
  return answer.kind === "answered" ? answer.status : undefined;
}

function isAnswered(
  answer: Answer,
  statuses: readonly number[],
): answer is Extract<Answer, { kind: "answered" }> {
  return answer.kind === "answered" && statuses.includes(answer.status);
}

function bodyOf(answer: Answer): unknown {
  return answer.kind === "answered" ? answer.body : undefined;
}

function explain(what: string, answer: Answer): Finding {
  if (answer.kind === "unreachable")
    return failed(
      `${what}: ${answer.reason}.`,
      "Run this again. If it stays so, look into the log: the terminal of `npm run dev`, or `npx wrangler tail`.",
    );
  const { status, body } = answer;
  const { slug, detail } = readProblem(body);
  return failed(
    `${what}: HTTP ${status}${detail && `; ${toLine(detail)}`}`,
    adviseOn(status, slug),
  );
}

function adviseOn(status: number, slug: string): string {
  if (status === 401)
    return "The first key of WEBHOOK_API_KEYS here has to be one of those there.";
  if (status === 404 && slug === "unknown-route")
    return "The HTTP channel is off there: set WEBHOOK_API_KEYS.";
  if (slug === "turn-failed")
    return "The model or the tools above tell why, or the log: the terminal of `npm run dev`, or `npx wrangler tail`.";
  return "The log tells why: the terminal of `npm run dev`, or `npx wrangler tail`.";
}
