import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../examples/chatwoot/bridge.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { listen } from "../stubs/listen.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { serveApp } from "../stubs/serve-app.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley } from "./wrangler-dev.ts";

const API_KEY = "3f8a1c5e9d7b20464c0e2f6b8d1a3957";
const OPERATOR_KEY = "c1d9e7f3a5b802646e4d2c0b9a8f7135";
const secretOf = (name: string) => `whsec_${btoa(name.padEnd(24, "-"))}`;

/** What Chatwoot was asked for, as `path {body}`. */
const asked: string[] = [];
const chatwoot = await listen((request, response) => {
  const respond = async (): Promise<void> => {
    const body = await text(request);
    const { url = "", headers } = request;
    const isBot = headers["api_access_token"] === "token-of-the-bot";
    if (isBot) asked.push(`${url} ${body}`);
    response.writeHead(isBot ? 200 : 401).end("{}");
  };
  void respond();
});
const model = await startOpenAIServer();
let serve: (request: Request) => Response | Promise<Response> = () =>
  new Response(null, { status: 503 });
const bridge = await serveApp((request) => serve(request));
const callbackSecret = secretOf("callbacks");
const eventsSecret = secretOf("events");
const parley = await startParley({
  variables: {
    ...modelVariables(model),
    WEBHOOK_API_KEYS: `chatwoot:${API_KEY}`,
    WEBHOOK_CALLBACK_SECRETS: `chatwoot:${callbackSecret}`,
    ADMIN_API_KEY: OPERATOR_KEY,
    HANDOVER_SILENCE_MINUTES: "0",
    EVENTS_URL: `${bridge.url}/parley/events`,
    EVENTS_SIGNING_SECRET: eventsSecret,
  },
});
const app = createBridge({
  ownUrl: bridge.url,
  pathSecret: "path",
  chatwoot: { url: chatwoot.url, accountId: "1", token: "token-of-the-bot" },
  parley: {
    url: parley.url,
    apiKey: API_KEY,
    operatorKey: OPERATOR_KEY,
    callbackSecret,
    eventsSecret,
  },
});
serve = (request) => app.fetch(request);
closeAfterAll(parley, bridge, chatwoot, model);

const post = (path: string, body: object, headers: object = {}) =>
  fetch(bridge.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const write = (id: number, conversation: number, more: object = {}) =>
  post("/chatwoot/path", {
    event: "message_created",
    id,
    content: `Question ${id}`,
    message_type: "incoming",
    private: false,
    sender: { id: 7 },
    conversation: { id: conversation, status: "pending" },
    ...more,
  });
const setStatus = (id: number, status: string) =>
  post("/chatwoot/path", { event: "conversation_status_changed", id, status });
const askedIn = (conversation: number) =>
  asked.filter((one) => one.includes(`/conversations/${conversation}/`));
const untilAsked = (conversation: number, times: number) =>
  eventually(`${times} requests for ${conversation}`, () =>
    askedIn(conversation).length >= times ? true : undefined,
  );

/** A model reply that waits until it is released. */
function holdReply(answer: string): { release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  model.reply(async () => {
    await promise;
    return finalAnswer(answer);
  });
  return { release: resolve };
}

describe("Chatwoot's Agent Bot", () => {
  it("answers a customer once, acknowledged before the model has answered, however often the webhook comes", async () => {
    const { release } = holdReply("Here you are.");
    const answers = await Promise.all([write(1, 11), write(1, 11)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await write(1, 11);
    expect(askedIn(11)).toEqual([]);
    release();
    await untilAsked(11, 1);
    await write(1, 11);
    expect(askedIn(11)).toEqual([
      '/api/v1/accounts/1/conversations/11/messages {"content":"Here you are.","message_type":"outgoing","private":false}',
    ]);
  });

  it("ignores the bot's and the team's messages, notes, and what is not pending or not from Chatwoot", async () => {
    const requests = model.requests.length;
    await write(20, 12, { message_type: "outgoing" });
    await write(21, 12, { private: true });
    await write(22, 12, { content: null });
    await write(23, 12, { conversation: { id: 12, status: "open" } });
    expect((await post("/chatwoot/other", {})).status).toBe(404);
    expect((await post("/parley/callbacks", {})).status).toBe(401);
    expect((await post("/parley/events", {})).status).toBe(401);
    expect(model.requests).toHaveLength(requests);
  });

  it("says nothing more once an agent has opened the conversation, until it is pending again", async () => {
    const requests = model.requests.length;
    const { release } = holdReply("Too late.");
    await write(30, 13);
    await eventually("the model to be asked", () =>
      model.requests.length > requests ? true : undefined,
    );
    expect((await setStatus(13, "open")).status).toBe(200);
    release();
    await setStatus(13, "pending");
    model.reply(finalAnswer("I am back."));
    await write(31, 13);
    await untilAsked(13, 1);
    expect(askedIn(13).join()).not.toContain("Too late");
  });

  it("opens the conversation when a person is wanted, once", async () => {
    const type = "conversation.needs_human";
    const body = { type, data: { conversation: "webhook:chatwoot:14" } };
    const now = new Date();
    const signature = new Webhook(secretOf("events")).sign(
      "evt_1",
      now,
      JSON.stringify(body),
    );
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": signature,
    };
    for (let time = 0; time < 2; time++)
      expect((await post("/parley/events", body, headers)).status).toBe(204);
    expect(askedIn(14)).toEqual([
      '/api/v1/accounts/1/conversations/14/toggle_status {"status":"open"}',
    ]);
  });
});
