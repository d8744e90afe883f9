import { randomUUID } from "node:crypto";
import * as z from "zod";
import { FAILED_TURN_SLUGS } from "../../src/http/problems.ts";
import { hasStatus, readProblem, type Answer } from "../parley-client.ts";
import {
  describeAnswer,
  explainUnavailability,
  LOG_ADVICE,
  type ConfiguredExamination,
} from "./examination.ts";
import {
  count,
  failed,
  passed,
  skipped,
  toLine,
  type Finding,
} from "./report.ts";

/** Cheap, and makes a capable model call a tool. */
const TEXT = "What is 6 * 7? Answer with the number only.";
/** For a question that models answer in a second or two. */
const WAIT_SECONDS = 60;
/** Limit for the clean-up after Ctrl-C. */
const CLEAN_UP_MS = 3_000;

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

/**
 * Sends a message through all of Parley by HTTP, as an operator's program
 * would: checks that it is stored, answered once, and deleted. Deletes the
 * conversation even if a check fails or the signal is aborted.
 */
export async function* checkStorage({
  config: { webhook },
  client,
  health,
}: ConfiguredExamination): AsyncGenerator<Finding> {
  const { key } = webhook.keys[0] ?? {};
  if (key === undefined)
    return yield skipped(
      "Skipped: WEBHOOK_API_KEYS is not set here, and a message needs one of its keys.",
    );
  const unavailable = explainUnavailability(await health());
  if (unavailable !== undefined)
    return yield skipped(`Skipped: ${unavailable}.`);

  const id = `doctor-${randomUUID()}`;
  const conversation = `doctor-${randomUUID().slice(0, 8)}`;
  const headers = { authorization: `Bearer ${key}` };
  const send = (prefer: string, timeoutMs: number) =>
    client.call("/v1/messages", {
      method: "POST",
      headers: { ...headers, prefer },
      body: { conversation, id, text: TEXT },
      timeoutMs,
    });
  const get = (what: string) => client.call(what, { headers });
  const path = `/v1/conversations/${conversation}`;
  const forget = (options: { signal?: AbortSignal } = {}) =>
    client.call(path, { method: "DELETE", headers, ...options });

  let isForgotten = false;
  try {
    const stored = await send("respond-async", 20_000);
    if (!hasStatus(stored, 200, 202))
      return yield explain("A message was not accepted", stored);
    yield passed(`A message in ${conversation} is stored.`, stored.ms);

    // The same id again must not be answered again.
    const timeoutMs = (WAIT_SECONDS + 10) * 1000;
    const answered = describeReply(
      await send(`wait=${WAIT_SECONDS}`, timeoutMs),
    );
    yield answered;
    if (answered.kind === "passed")
      yield describeCopies(await get(`/v1/messages/${id}`), await get(path));

    const forgotten = await forget();
    isForgotten = true;
    yield hasStatus(forgotten, 200)
      ? passed("Its conversation is deleted.", forgotten.ms)
      : explain(`The conversation ${conversation} was not deleted`, forgotten);
  } finally {
    if (!isForgotten)
      await forget({ signal: AbortSignal.timeout(CLEAN_UP_MS) }).catch(
        () => undefined,
      );
  }
}

function describeReply(answer: Answer): Finding {
  if (answer.kind === "answered" && answer.status === 202)
    return failed(
      `No answer within ${WAIT_SECONDS} seconds.`,
      `If the model works (see above), the log has the reason: ${LOG_ADVICE}.`,
    );
  const { data } = Reply.safeParse(answer.body);
  if (!hasStatus(answer, 200) || data === undefined)
    return explain("The message was not answered", answer);
  const text = toLine(data.reply?.text ?? "", 100);
  return passed(`It is answered: “${text}”`, answer.ms);
}

function describeCopies(turn: Answer, record: Answer): Finding {
  const { data: found } = Reply.safeParse(turn.body);
  if (!hasStatus(turn, 200) || found === undefined)
    return explain("The stored message was not found", turn);
  const { data: kept } = Conversation.safeParse(record.body);
  if (!hasStatus(record, 200) || kept === undefined)
    return explain("The stored conversation was not found", record);
  const copies = kept.messages.filter(({ role }) => role === "user").length;
  const { model_calls, input_tokens, output_tokens } = found.usage;
  return copies > 1
    ? failed(
        `Sent twice with the same id, it is in the history ${copies} times.`,
        "This is a bug: please report it with the log.",
      )
    : passed(
        `Sent twice, answered once; ${found.status}, with ${count(model_calls, "model call")} (${input_tokens} tokens in, ${output_tokens} out).`,
        turn.ms + record.ms,
      );
}

function explain(what: string, answer: Answer): Finding {
  return failed(`${what}: ${describeAnswer(answer)}`, adviseOn(answer));
}

function adviseOn(answer: Answer): string {
  const { slug } = readProblem(answer.body);
  if (answer.kind === "unreachable")
    return `Run this again. If that persists, check the log: ${LOG_ADVICE}.`;
  if (answer.status === 401)
    return "The first key of WEBHOOK_API_KEYS here must be one of the deployment's keys.";
  if (answer.status === 404 && slug === "unknown-route")
    return "The deployment's HTTP channel is off: set WEBHOOK_API_KEYS.";
  return FAILED_TURN_SLUGS.includes(slug)
    ? `See the model and tools above, or the log: ${LOG_ADVICE}.`
    : `See the log: ${LOG_ADVICE}.`;
}
