import { afterEach, beforeEach, expect, it } from "vitest";
import { type OpenAIServer, startOpenAIServer } from "./openai-server.ts";

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(() => server.close());

function post(body: unknown): Promise<Response> {
  return fetch(`${server.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify(body),
  });
}

const request = { model: "m", messages: [{ role: "user", content: "Hi" }] };

it("answers without a stream to those who want none", async () => {
  server.reply("Hello, you too!");
  expect(await (await post(request)).json()).toMatchObject({
    object: "chat.completion",
    model: "m",
    choices: [
      {
        message: { role: "assistant", content: "Hello, you too!" },
        finish_reason: "stop",
      },
    ],
    usage: { total_tokens: 17 },
  });
});

it("streams word by word, with usage and [DONE] at the end", async () => {
  server.reply(" Two\n words ");
  const stream = await (await post({ ...request, stream: true })).text();
  expect(stream).toContain('"content":" Two"');
  expect(stream).toContain('"content":"\\n words "');
  expect(stream).toMatch(/"usage":.*\n\ndata: \[DONE\]\n\n$/);
});

it("asks its responder when no reply is scripted", async () => {
  await server.close();
  server = await startOpenAIServer({
    respond: ({ messages }) => `You said: ${messages.at(-1)?.content}`,
  });
  server.reply("Scripted");
  expect(await (await post(request)).text()).toContain("Scripted");
  expect(await (await post(request)).text()).toContain("You said: Hi");
  expect(await server.requests[1]?.ended).toBe("answered");
});

it("lists a model", async () => {
  const response = await fetch(`${server.url}/models`);
  expect(await response.json()).toMatchObject({ data: [{ id: "stub" }] });
});

it("tells of what it has no reply for", async () => {
  expect((await post(request)).status).toBe(500);
  expect((await post({})).status).toBe(400);
  expect((await fetch(`${server.url}/files`)).status).toBe(404);
});

it("tells of replies that nobody asked for", () => {
  server.assertUsedUp();
  server.reply("Hello");
  expect(() => server.assertUsedUp()).toThrow("1 scripted replies");
});
