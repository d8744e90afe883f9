import { describe, expect, it } from "vitest";
import * as z from "zod";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { DEPLOYMENT_SECRET } from "../fixtures/secrets.ts";
import {
  startOpenAIServer,
  type RequestBody,
  type StubReply,
} from "../stubs/openai-server.ts";
import { createApiClient, parseEvents } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { DEVELOPMENT_KEY } from "./development-key.ts";
import { createVisitors } from "./page-visitor.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const model = await startOpenAIServer();
const dev = await startParley({
  variables: {
    ...modelVariables(model),
    WEB_CHAT: "public",
    PARLEY_SECRET: DEPLOYMENT_SECRET,
  },
});
const api = createApiClient(dev.url);
closeAfterAll(dev, model);

const Step = z.object({ index: z.number() });
const Delta = z.object({ offset: z.number(), text: z.string() });
const Reply = z.object({ reply: z.object({ text: z.string() }) });

/** State that a client has assembled from events over all connections. */
interface Assembly {
  lastEventId: string;
  readonly steps: number[];
  text: string;
  /** The reply in the last event. */
  reply: string | undefined;
}

function createAssembly(): Assembly {
  return { lastEventId: "", steps: [], text: "", reply: undefined };
}

/**
 * Reads a stream until it ends, or until `isEnough`; then closes the
 * connection.
 */
async function follow(
  assembly: Assembly,
  open: (init: {
    headers: Record<string, string>;
    signal: AbortSignal;
  }) => Promise<Response>,
  isEnough: () => boolean = () => false,
): Promise<Response> {
  const connection = new AbortController();
  const { lastEventId } = assembly;
  const response = await open({
    headers: {
      authorization: `Bearer ${DEVELOPMENT_KEY}`,
      accept: "text/event-stream",
      ...(lastEventId !== "" && { "last-event-id": lastEventId }),
    },
    signal: connection.signal,
  });
  let rest = "";
  const text = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
  for await (const chunk of text) {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      take(assembly, block);
      if (isEnough()) {
        connection.abort();
        return response;
      }
    }
  }
  return response;
}

function take(assembly: Assembly, block: string): void {
  const field = (name: string) =>
    new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const data: unknown = JSON.parse(field("data") ?? "null");
  assembly.lastEventId = field("id") ?? assembly.lastEventId;
  const event = field("event");
  if (event === "step") assembly.steps.push(Step.parse(data).index);
  if (event === "reply") assembly.reply = Reply.parse(data).reply.text;
  if (event !== "delta") return;
  const { offset, text } = Delta.parse(data);
  assembly.text = assembly.text.slice(0, offset) + text;
}

const WORDS = Array.from({ length: 60 }, (_, at) => ` 字${at}`);
const ANSWER = `好${WORDS.join("")}`;

const slowAnswer = (): StubReply => ({
  chunks: ['{"action": "Final Answer", "action_input": "好', ...WORDS, '"}'],
  delayMs: 25,
});

const watch =
  (id: string) =>
  (init: { headers: Record<string, string>; signal: AbortSignal }) =>
    fetch(`${dev.url}/v1/messages/${id}`, init);

const send =
  (id: string) =>
  ({
    headers,
    signal,
  }: {
    headers: Record<string, string>;
    signal: AbortSignal;
  }) =>
    fetch(`${dev.url}/v1/messages`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ conversation: id, text: "Go on", id }),
      signal,
    });

describe("events whose connection is cut in the middle of the answer", () => {
  it("resume by GET and by repeating the POST", async () => {
    model.reply(action("calculator", "6*7"));
    model.reply(slowAnswer());
    const client = createAssembly();
    const uncut = createAssembly();
    await follow(client, send("cut"), () => client.text.length >= 10);
    const other = follow(uncut, watch("cut"));
    const { length } = client.text;
    await follow(client, watch("cut"), () => client.text.length >= length + 40);
    await follow(client, send("cut"), () => client.text.length >= 150);
    await follow(client, watch("cut"));
    await other;
    expect(client).toEqual(uncut);
    expect(client).toMatchObject({ steps: [0], text: ANSWER, reply: ANSWER });
  });

  it("deliver the rest after the turn's end, then end with 204", async () => {
    model.reply(slowAnswer());
    const client = createAssembly();
    await follow(client, send("late"), () => client.text.length >= 20);
    await eventually("the reply", async () =>
      (await api.find("late")).status === "delivered" ? true : undefined,
    );
    const has = client.text;
    await follow(client, watch("late"), () => client.text !== has);
    expect(client.text).toBe(ANSWER);
    await follow(client, watch("late"));
    expect(client.reply).toBe(ANSWER);
    const { status } = await follow(client, watch("late"));
    expect(status).toBe(204);
  });

  it("restart the answer after the process is killed, without repeating a step", async () => {
    const before = model.requests.length;
    model.reply(action("calculator", "6*7"));
    model.reply({
      chunks: [
        '{"action": "Final Answer", "action_input": "The answer is ',
        new Promise(() => {}),
      ],
    });
    const client = createAssembly();
    await follow(client, send("killed"), () => client.text !== "");
    model.reply(finalAnswer("The answer was 42."));
    await dev.kill();
    await dev.restart();
    await follow(client, watch("killed"));
    expect(client).toMatchObject({
      steps: [0],
      text: "The answer was 42.",
      reply: "The answer was 42.",
    });
    expect(model.requests.length).toBe(before + 3);
  });
});

describe("events of a message whose model is away", () => {
  it("say when it is tried again, and at last why there is no answer, to programs and to the page", async () => {
    const tried = new Set<unknown>();
    /** The second time for longer than the message may wait. */
    const fail = ({ messages }: RequestBody): StubReply => {
      const question = messages.at(-1)?.content;
      const isLast = tried.has(question);
      tried.add(question);
      const headers = {
        "x-should-retry": "false",
        ...(isLast && { "retry-after": "3600" }),
      };
      return { status: 503, headers, body: { error: { message: "Down." } } };
    };
    for (let calls = 0; calls < 4; calls++) model.reply(fail);
    const visitors = createVisitors(dev.url);
    const { cookie } = await visitors.arrive();
    const streams = await Promise.all([
      api.events({ conversation: "away", text: "Program?" }),
      visitors.say("Page?", cookie).then(async (response) => {
        return parseEvents(await response.text());
      }),
    ]);
    for (const events of streams)
      expect(events).toMatchObject([
        { event: "waiting", data: { retry_seconds: expect.any(Number) } },
        {
          event: "error",
          data: {
            title: "The language model cannot be reached",
            detail: expect.stringContaining("It said: 503 Down."),
          },
        },
      ]);
  });
});
