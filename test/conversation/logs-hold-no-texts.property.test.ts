import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFallbackModel } from "../../src/models/fallback-model.ts";
import { createStreamingModel } from "../../src/models/openai/openai-model.ts";
import { createOpenAITranscriber } from "../../src/models/openai/openai-transcriber.ts";
import { DeliveryError, ToolError } from "../../src/types/errors.ts";
import { action, createAgent } from "../fakes/create-agent.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";
import { runs } from "../property-runs.ts";
import { setUpConversation } from "./set-up-conversation.ts";

/** Letters that occur in no name, code or sentence of Parley's. */
const words = fc
  .array(
    fc
      .string({
        unit: fc.constantFrom("q", "x", "z", "j", "w"),
        minLength: 6,
        maxLength: 9,
      })
      .map((word) => `zq${word}`),
    { minLength: 2, maxLength: 4 },
  )
  .map((list) => list.join(" "));

/** An error of a provider's that repeats a text wherever it can. */
const providers: readonly ((text: string, status: number) => Response)[] = [
  (text, status) =>
    Response.json(
      { error: { message: text, code: text, type: text, param: text } },
      { status, headers: SOON },
    ),
  (text, status) =>
    Response.json({ error: text, text }, { status, headers: SOON }),
  (text, status) => new Response(text, { status, headers: SOON }),
  (text) => Response.json({ error: { message: text, code: 400 } }),
  (text) => stream({ error: { message: text, code: text } }),
  (text) => stream({ choices: [{ delta: { content: "Hm" } }], error: text }),
  (text) => {
    const cause = Object.assign(new Error(text), { code: text });
    throw new TypeError(`fetch failed\n    at ${text}`, { cause });
  },
];

const SOON = { "retry-after-ms": "1" };

function stream(event: object): Response {
  return new Response(`data: ${JSON.stringify(event)}\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });
}

const failure = fc.record({
  text: words,
  provider: fc.constantFrom(...providers),
  status: fc.constantFrom(400, 401, 403, 404, 413, 422, 429, 500, 503),
});

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  for (const level of ["error", "warn", "log", "info", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...given) => {
      lines.push(given.map(String).join(" "));
    });
});
afterEach(() => void vi.restoreAllMocks());

function expectUnsaid(text: string): void {
  expect(lines.length).toBeGreaterThan(0);
  const log = lines.join("\n");
  for (const word of text.split(" ")) expect(log).not.toContain(word);
  lines = [];
}

it("a provider's error is logged without what it repeats", async () => {
  await fc.assert(
    fc.asyncProperty(failure, async ({ text, provider, status }) => {
      const create = (model: string) =>
        createStreamingModel({
          api: "chat",
          apiKey: "sk-of-nobody",
          baseUrl: "http://model.test/v1",
          model,
          maxRetries: 0,
          fetch: async () => provider(text, status),
        });
      const model = createFallbackModel({
        models: [create("one"), create("two")],
      });
      const conversation = setUpConversation([], {
        agent: createAgent({ model }),
      });
      await conversation.accept({ id: "1", text });
      await conversation.run();
      expectUnsaid(text);
    }),
    { numRuns: runs(100) },
  );
});

it("so is a transcriber's", async () => {
  await fc.assert(
    fc.asyncProperty(failure, async ({ text, provider, status }) => {
      const { accept, run, channel } = setUpConversation([], {
        media: {
          takesImages: false,
          transcriber: createOpenAITranscriber({
            apiKey: "sk-of-nobody",
            baseUrl: "http://model.test/v1",
            model: "ear",
            // Not repeated.
            fetch: async () => provider(text, status === 429 ? 400 : status),
          }),
        },
      });
      channel.fetchAttachment = async () => {
        if (status === 404) throw new TypeError(text);
        return { kind: "fetched", bytes: new Uint8Array(10) };
      };
      const voice = { kind: "voice", file: "1", name: text } as const;
      await accept({ id: "1", text: "", attachments: [voice] });
      await run();
      if (lines.length > 0) expectUnsaid(text);
    }),
    { numRuns: runs(20) },
  );
});

it("so are the errors of tools and channels", async () => {
  const named = (text: string) =>
    Object.assign(new Error(`Oops\n    at ${text}`), { name: text });
  await fc.assert(
    fc.asyncProperty(words, async (text) => {
      const thrown = [named(text), new ToolError(text), text];
      const tools = [
        createScriptedTool("echo", () => Promise.reject(thrown.shift())),
      ];
      const model = createScriptedModel([
        action("echo", text),
        action("echo", `${text}!`),
        action("echo", `${text}?`),
        text,
      ]);
      const { accept, run } = setUpConversation([], {
        agent: createAgent({ model, tools }),
        failures: [
          new DeliveryError({
            kind: "refused",
            reason: "HTTP 400",
            said: text,
            cause: named(text),
          }),
        ],
      });
      await accept({ id: "1", text });
      await run();
      expectUnsaid(text);
    }),
    { numRuns: runs(30) },
  );
});
