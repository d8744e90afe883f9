import { afterEach, beforeEach, expect, it } from "vitest";
import { startOpenAIServer, type OpenAIServer } from "./openai-server.ts";
import { toolCalls } from "./tool-calls.ts";

let server: OpenAIServer;
beforeEach(async () => {
  server = await startOpenAIServer();
});
afterEach(() => server.close());

function post(body: unknown, path = "/chat/completions"): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
}

const request = { model: "m", messages: [{ role: "user", content: "Hi" }] };

it("answers without a stream if none is requested", async () => {
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

it("also completes texts", async () => {
  server.reply("Two words");
  server.reply("Two words");
  const body = { model: "m", prompt: "One" };
  expect(await (await post(body, "/completions")).json()).toMatchObject({
    object: "text_completion",
    choices: [{ text: "Two words", finish_reason: "stop" }],
  });
  const streamed = await post({ ...body, stream: true }, "/completions");
  const stream = await streamed.text();
  expect(stream).toContain('"text":" words"');
  expect(stream).toMatch(/"finish_reason":"stop".*\n\n.*"usage":.*\n\n.*DONE/);
  expect(server.requests[0]).toMatchObject({
    path: "/v1/completions",
    body: { ...body, messages: [] },
  });
});

it("answers below any path", async () => {
  server.reply("Hello");
  const path = "/../compatible-mode/v1/chat/completions?api-version=1";
  expect((await post(request, path)).status).toBe(200);
  expect(server.requests[0]?.path).toBe(
    "/compatible-mode/v1/chat/completions?api-version=1",
  );
});

it("streams tool calls in pieces", async () => {
  server.reply(
    toolCalls(
      [
        { name: "search", arguments: { query: "Ada" } },
        { name: "search", arguments: "{oops", id: "x", extra: { note: 1 } },
      ],
      { text: "Let me see." },
    ),
  );
  const stream = await (await post({ ...request, stream: true })).text();
  const pieces = stream
    .split("\n\n")
    .filter((line) => line.includes("tool_calls"))
    .flatMap((line) => {
      const chunk = JSON.parse(line.slice("data: ".length));
      return chunk.choices[0].delta.tool_calls ?? [];
    });
  const writtenBy = (index: number) =>
    pieces
      .filter((piece) => piece.index === index)
      .map((piece) => piece.function.arguments)
      .join("");
  expect(stream).toContain('"content":"Let me see."');
  expect(pieces[0]).toMatchObject({
    id: "call_1",
    function: { name: "search" },
  });
  expect(pieces[1]).toEqual({ index: 0, function: { arguments: '{"que' } });
  expect(writtenBy(0)).toBe('{"query":"Ada"}');
  expect(writtenBy(1)).toBe("{oops");
  expect(pieces.find(({ id }) => id === "x")).toMatchObject({ note: 1 });
  expect(stream).toContain('"finish_reason":"tool_calls"');
});

it("holds a reply until the test releases it", async () => {
  const held = Promise.withResolvers<void>();
  server.reply({ chunks: ["One", held.promise, " two"] });
  const { body } = await post({ ...request, stream: true });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain("One");
  held.resolve();
  expect((await reader?.read())?.value).toContain(" two");
});

it("calls its responder if no reply is scripted", async () => {
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

it("reports requests without a reply", async () => {
  expect((await post(request)).status).toBe(500);
  expect((await post({})).status).toBe(400);
  expect((await post(request, "/completions")).status).toBe(400);
  expect((await fetch(`${server.url}/files`)).status).toBe(404);
});

it("reports unused replies", () => {
  server.assertUsedUp();
  server.reply("Hello");
  expect(() => server.assertUsedUp()).toThrow("1 scripted replies");
});
