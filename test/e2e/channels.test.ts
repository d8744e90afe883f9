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
import {
  type OpenAIServer,
  startOpenAIServer,
} from "../stubs/openai-server.ts";
import { modelVariables } from "./stub-variables.ts";
import { startParley, type WranglerDev } from "./wrangler-dev.ts";

const QUESTION = "What is 12.5% of 80.16 * 3?";
const CHAT = 165;

const platforms = {
  discord: await startDiscordChats(),
  feishu: await startFeishuChats(),
  line: await startLineChats(),
  messenger: await startMessengerChats(),
  slack: await startSlackChats(),
  teams: await startTeamsChats(),
  whatsapp: await startWhatsAppChats(),
};

let model: OpenAIServer;
let dev: WranglerDev;

beforeAll(async () => {
  model = await startOpenAIServer();
  const turnedOn = Object.values(platforms).map(({ variables, server }) =>
    variables(server.url),
  );
  dev = await startParley({
    variables: Object.assign(modelVariables(model), ...turnedOn),
  });
});
afterAll(async () => {
  await dev?.close();
  const servers = Object.values(platforms).map(({ server }) => server);
  await Promise.all([...servers, model].map((server) => server?.close()));
});

/** The status of the answer. */
async function post(
  request: Request,
  headers = request.headers,
): Promise<number> {
  const { pathname } = new URL(request.url);
  const body = await request.clone().text();
  const init = { method: "POST", headers, body };
  return (await fetch(dev.url + pathname, init)).status;
}

describe.each(Object.entries<ChatPlatform>(platforms))(
  "a message on %s",
  (name, { deliver, server, shown, proof }) => {
    const untilShown = (text: string) =>
      server.waitUntil(() => shown(CHAT).includes(text));

    it("is answered once by the model and its tools, and remembered", async () => {
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

    it("is refused when somebody has forged it", async () => {
      const request = await deliver({ text: "Hi", id: 3, chat: CHAT });
      const headers = new Headers(request.headers);
      const forged = headers.get(proof)?.replace(/.{8}(=?)$/, "00000000$1");
      headers.set(proof, forged ?? "");
      expect(await post(request, headers)).toBe(401);
    });
  },
);
