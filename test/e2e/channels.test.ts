import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import type { ChatPlatform } from "../stubs/chats/chat-platform.ts";
import { startDiscordChats } from "../stubs/chats/discord-chats.ts";
import { startFeishuChats } from "../stubs/chats/feishu-chats.ts";
import { startLineChats } from "../stubs/chats/line-chats.ts";
import {
  startMessengerChats,
  startWhatsAppChats,
} from "../stubs/chats/meta-chats.ts";
import { startSlackChats } from "../stubs/chats/slack-chats.ts";
import { startTeamsChats } from "../stubs/chats/teams-chats.ts";
import { startWechatChats } from "../stubs/chats/wechat-chats.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../stubs/openai-server.ts";
import { modelVariables } from "./stub-variables.ts";
import { startParley, type WranglerDev } from "./wrangler-dev.ts";

const QUESTION = "What is 12.5% of 80.16 * 3?";
const CHAT = 165;
const LONG = 166;

/**
 * The platforms, and where each sends its proof of authenticity: in a header or
 * the query.
 */
const PLATFORMS: Readonly<
  Record<string, { readonly chats: ChatPlatform; readonly proof: string }>
> = {
  discord: { chats: await startDiscordChats(), proof: "x-signature-ed25519" },
  feishu: { chats: await startFeishuChats(), proof: "x-lark-signature" },
  line: { chats: await startLineChats(), proof: "x-line-signature" },
  messenger: {
    chats: await startMessengerChats(),
    proof: "x-hub-signature-256",
  },
  slack: { chats: await startSlackChats(), proof: "x-slack-signature" },
  teams: { chats: await startTeamsChats(), proof: "authorization" },
  wechat: { chats: await startWechatChats(), proof: "msg_signature" },
  whatsapp: { chats: await startWhatsAppChats(), proof: "x-hub-signature-256" },
};

let model: OpenAIServer;
let dev: WranglerDev;

beforeAll(async () => {
  model = await startOpenAIServer();
  const turnedOn = Object.values(PLATFORMS).map(
    ({ chats: { variables, server } }) => variables(server.url),
  );
  dev = await startParley({
    variables: Object.assign(
      // Summarising a long message would use up the stub's next answer.
      { ...modelVariables(model), MEMORY_STRATEGY: "window" },
      ...turnedOn,
    ),
  });
});
afterAll(async () => {
  await dev?.close();
  const servers = Object.values(PLATFORMS).map(({ chats }) => chats.server);
  await Promise.all([...servers, model].map((server) => server?.close()));
});

/** Returns the response's status. */
async function post(request: Request): Promise<number> {
  const { pathname, search } = new URL(request.url);
  const { headers } = request;
  const body = await request.clone().text();
  const init = { method: "POST", headers, body };
  return (await fetch(dev.url + pathname + search, init)).status;
}

/** The same request with a different proof. */
async function forge(request: Request, proof: string): Promise<Request> {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  const place = headers.has(proof) ? headers : url.searchParams;
  const genuine = place.get(proof) ?? "";
  place.set(proof, genuine.replace(/.{8}(=?)$/, "00000000$1"));
  return new Request(url, {
    method: "POST",
    headers,
    body: await request.text(),
  });
}

describe.each(Object.entries(PLATFORMS))(
  "a message on %s",
  (name, { chats: { deliver, server, shown }, proof }) => {
    const untilShown = (text: string) =>
      server.waitUntil(() => shown(CHAT).includes(text));

    it("is answered once even if redelivered, and remembered", async () => {
      model.reply(action("calculator", "12.5% of 80.16 * 3"));
      model.reply(finalAnswer(`It is 30.06 on ${name}.`));
      const request = await deliver({ text: QUESTION, id: 1, chat: CHAT });
      for (let delivery = 0; delivery < 2; delivery++)
        expect(await post(request)).toBe(200);
      await untilShown(`It is 30.06 on ${name}.`);
      const { messages } = model.requests.at(-1)?.body ?? {};
      expect(messages?.at(-1)?.content).toContain("30.06");

      model.reply(finalAnswer(`You asked on ${name}.`));
      const text = "What did I ask?";
      await post(await deliver({ text, id: 2, chat: CHAT }));
      await untilShown(`You asked on ${name}.`);
      const prompt = JSON.stringify(model.requests.at(-1)?.body.messages);
      expect(prompt).toContain(QUESTION);
      expect(shown(CHAT)).toEqual([
        `It is 30.06 on ${name}.`,
        `You asked on ${name}.`,
      ]);
    });

    it("of 100,000 characters is truncated to 32,000, with a note to the model", async () => {
      const answer = `That was long for ${name}.`;
      model.reply(finalAnswer(answer));
      // Without a trailing space, which the Teams channel trims.
      const text = "long,".repeat(20_000);
      expect(await post(await deliver({ text, id: 4, chat: LONG }))).toBe(200);
      await server.waitUntil(() => shown(LONG).includes(answer));
      const { messages } = model.requests.at(-1)?.body ?? {};
      const input = String(messages?.at(-1)?.content);
      expect(input.match(/long/g)).toHaveLength(6_400);
      expect(input).toContain("[Cut off here: the message had 100000 char");
    });

    it("is rejected if forged", async () => {
      const genuine = await deliver({ text: "Hi", id: 3, chat: CHAT });
      expect(await post(await forge(genuine, proof))).toBe(401);
    });
  },
);
