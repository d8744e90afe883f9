import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import {
  createMetaRequest,
  META_APP_SECRET,
  META_VERIFY_TOKEN,
} from "../fixtures/meta-requests.ts";
import {
  GRAPH_TOKEN,
  type GraphServer,
  PHONE_NUMBER_ID,
  startGraphServer,
} from "../stubs/graph-server.ts";
import {
  LINE_TOKEN,
  type LineServer,
  startLineServer,
} from "../stubs/line-server.ts";
import {
  type OpenAIServer,
  startOpenAIServer,
} from "../stubs/openai-server.ts";
import { modelVariables } from "./stub-variables.ts";
import { startParley, type WranglerDev } from "./wrangler-dev.ts";

const LINE_SECRET = "0123456789abcdef0123456789abcdef";
const LINE_USER = "U4af4980629a3a8f0a2b1c3d4e5f60718";

let line: LineServer;
let graph: GraphServer;
let model: OpenAIServer;
let dev: WranglerDev;

beforeAll(async () => {
  [line, graph, model] = await Promise.all([
    startLineServer(),
    startGraphServer(),
    startOpenAIServer(),
  ]);
  dev = await startParley({
    variables: {
      ...modelVariables(model),
      LINE_CHANNEL_SECRET: LINE_SECRET,
      LINE_CHANNEL_ACCESS_TOKEN: LINE_TOKEN,
      LINE_API_ROOT: line.url,
      LINE_DATA_API_ROOT: line.url,
      WHATSAPP_ACCESS_TOKEN: GRAPH_TOKEN,
      WHATSAPP_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
      WHATSAPP_APP_SECRET: META_APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: META_VERIFY_TOKEN,
      WHATSAPP_API_ROOT: graph.url,
      MESSENGER_PAGE_TOKEN: GRAPH_TOKEN,
      MESSENGER_APP_SECRET: META_APP_SECRET,
      MESSENGER_VERIFY_TOKEN: META_VERIFY_TOKEN,
      MESSENGER_API_ROOT: graph.url,
    },
  });
});
afterAll(async () => {
  await dev?.close();
  await Promise.all([line?.close(), graph?.close(), model?.close()]);
});

/** One message as the platform delivers it, and what its people see. */
interface Platform {
  readonly deliver: (text: string, id: string) => Request;
  readonly shown: () => readonly string[];
  /** Resolves once somebody sees that text. */
  readonly untilShown: (text: string) => Promise<void>;
}

const PLATFORMS: Readonly<Record<string, () => Platform>> = {
  line: () => {
    const shown = () =>
      line.shown.map(({ message }) => String(message["text"]));
    return {
      deliver(text, id) {
        line.issue(`token-${id}`, LINE_USER);
        const body = JSON.stringify({
          destination: "Ubot",
          events: [
            {
              type: "message",
              mode: "active",
              timestamp: Date.now(),
              source: { type: "user", userId: LINE_USER },
              webhookEventId: `event-${id}`,
              deliveryContext: { isRedelivery: false },
              replyToken: `token-${id}`,
              message: { id, type: "text", text },
            },
          ],
        });
        const signature = createHmac("sha256", LINE_SECRET)
          .update(body)
          .digest("base64");
        return new Request("https://bot.example/line/webhook", {
          method: "POST",
          headers: { "x-line-signature": signature },
          body,
        });
      },
      shown,
      untilShown: (text) => line.waitUntil(() => shown().includes(text)),
    };
  },
  whatsapp: () => {
    const shown = () =>
      graph.shown.flatMap(({ text }) =>
        text === undefined ? [] : [(text as { body: string }).body],
      );
    return {
      deliver: (text, id) =>
        createMetaRequest(
          "whatsapp",
          JSON.stringify({
            object: "whatsapp_business_account",
            entry: [
              {
                id: "1",
                changes: [
                  {
                    field: "messages",
                    value: {
                      messaging_product: "whatsapp",
                      metadata: { phone_number_id: PHONE_NUMBER_ID },
                      contacts: [{ profile: { name: "Ada" }, wa_id: "1650" }],
                      messages: [
                        {
                          from: "1650",
                          id: `wamid.${id}`,
                          timestamp: "1790000000",
                          type: "text",
                          text: { body: text },
                        },
                      ],
                    },
                  },
                ],
              },
            ],
          }),
        ),
      shown,
      untilShown: (text) => graph.waitUntil(() => shown().includes(text)),
    };
  },
  messenger: () => {
    const shown = () =>
      graph.shown.flatMap(({ message }) =>
        message === undefined ? [] : [(message as { text: string }).text],
      );
    return {
      deliver: (text, id) =>
        createMetaRequest(
          "messenger",
          JSON.stringify({
            object: "page",
            entry: [
              {
                id: "1",
                time: 1,
                messaging: [
                  {
                    sender: { id: "678" },
                    recipient: { id: "1" },
                    timestamp: 1,
                    message: { mid: `m_${id}`, text },
                  },
                ],
              },
            ],
          }),
        ),
      shown,
      untilShown: (text) => graph.waitUntil(() => shown().includes(text)),
    };
  },
};

async function post(request: Request): Promise<number> {
  const { pathname } = new URL(request.url);
  const response = await fetch(dev.url + pathname, {
    method: "POST",
    headers: request.headers,
    body: await request.text(),
  });
  return response.status;
}

describe.each(Object.entries(PLATFORMS))("a message on %s", (name, create) => {
  it("is answered once by the model and its tools, and remembered", async () => {
    const { deliver, shown, untilShown } = create();
    model.reply(action("calculator", "12.5% of 80.16 * 3"));
    model.reply(finalAnswer(`It is 30.06 on ${name}.`));
    const question = "What is 12.5% of 80.16 * 3?";
    for (let delivery = 0; delivery < 2; delivery++)
      expect(await post(deliver(question, `${name}-1`))).toBe(200);
    await untilShown(`It is 30.06 on ${name}.`);
    model.reply(finalAnswer(`You asked on ${name}.`));
    expect(await post(deliver("What did I ask?", `${name}-2`))).toBe(200);
    await untilShown(`You asked on ${name}.`);
    expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain(
      question,
    );
    expect(shown().filter((text) => text.includes("30.06"))).toHaveLength(1);
  });

  it("is refused when somebody has forged it", async () => {
    const request = create().deliver("Hi", `${name}-3`);
    const { pathname } = new URL(request.url);
    const forged = await fetch(dev.url + pathname, {
      method: "POST",
      headers: request.headers,
      body: (await request.text()).replace("Hi", "Ho"),
    });
    expect(forged.status).toBe(401);
  });
});
