import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  PARLEY_KEY,
  problem,
  type ParleyReply,
} from "../../stubs/parley-server.ts";
import { createDoctorWorld, unwrap, type DoctorWorld } from "./doctor-world.ts";

let world: DoctorWorld;
beforeEach(async () => void (world = await createDoctorWorld()));
afterEach(() => world.close());

async function run(key = PARLEY_KEY) {
  const { code, output } = await world.run(["--only", "storage"], {
    settings: {
      WEBHOOK_API_KEYS: `shop:${key},desk:key-of-the-help-desk-in-these-tests`,
    },
  });
  expect(output).not.toContain(key);
  return { code, output: unwrap(output) };
}

describe("the storage", () => {
  it("stores a message, answers it once, returns and deletes it", async () => {
    const { code, output } = await run();
    expect(code).toBe(0);
    const time = String.raw`\([\d.]+ m?s\)`;
    expect(output).toMatch(
      new RegExp(
        [
          "Storage",
          String.raw`  ✓ A message in doctor-[\da-f]{8} is stored\. ${time}`,
          String.raw`  ✓ It is answered: “42” ${time}`,
          String.raw`  ✓ Sent twice, answered once; delivered, with 1 model call \(31 tokens in, 7 out\)\. ${time}`,
          String.raw`  ✓ Its conversation is deleted\. ${time}`,
        ].join("\n"),
      ),
    );
    expect(world.parley.conversations.size).toBe(0);
  });

  it("uses a new conversation each time", async () => {
    await run();
    await run();
    const names = world.parley.requests.flatMap(({ body }) =>
      body instanceof Object && "conversation" in body
        ? [body.conversation]
        : [],
    );
    expect(new Set(names).size).toBe(2);
  });

  it("is skipped without a key", async () => {
    const { output } = await world.run([
      "--only",
      "storage",
      "--url",
      "https://parley.invalid",
    ]);
    expect(unwrap(output)).toContain(
      "– Skipped: WEBHOOK_API_KEYS is not set here",
    );
  });

  it("reports a rejected key", async () => {
    const { code, output } = await run("another-key");
    expect(code).toBe(1);
    expect(output).toContain(
      "✗ A message was not accepted: HTTP 401; Scripted.\n    → The first key of WEBHOOK_API_KEYS here must be one of the deployment's keys.",
    );
  });

  it.each<[string, ParleyReply, string, string]>([
    [
      "POST /v1/messages",
      problem(404, "unknown-route"),
      "✗ A message was not accepted: HTTP 404",
      "→ The deployment's HTTP channel is off: set WEBHOOK_API_KEYS.",
    ],
    [
      "POST /v1/messages",
      problem(500, "internal-error"),
      "✗ A message was not accepted: HTTP 500",
      "→ See the log",
    ],
    [
      "POST /v1/messages",
      { status: 202, body: {} },
      "✗ No answer within 60 seconds.",
      "→ If the model works",
    ],
    [
      "GET /v1/messages/:id",
      problem(404, "unknown-message"),
      "✗ The stored message was not found: HTTP 404",
      "→ See the log",
    ],
    [
      "GET /v1/conversations/:id",
      { status: 200, body: "<h1>Hello</h1>" },
      "✗ The stored conversation was not found: HTTP 200",
      "→ See the log",
    ],
    [
      "GET /v1/conversations/:id",
      {
        status: 200,
        body: { messages: [{ role: "user" }, { role: "user" }] },
      },
      "✗ Sent twice with the same id, it is in the history 2 times.",
      "→ This is a bug",
    ],
    [
      "DELETE /v1/conversations/:id",
      problem(500, "internal-error"),
      "✗ The conversation doctor-",
      "→ See the log",
    ],
  ])("fails at %s (%#)", async (route, reply, found, advice) => {
    world.parley.script(route, reply);
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain(found);
    expect(output).toContain(advice);
  });

  it("reports a message that could not be answered, and still deletes it", async () => {
    const answers: ParleyReply[] = [
      { status: 202, body: {} },
      problem(502, "turn-failed", { detail: "The model is out." }),
    ];
    world.parley.script("POST /v1/messages", () => answers.shift());
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output).toContain(
      "✗ The message was not answered: HTTP 502; The model is out.\n    → See the model and tools above",
    );
    expect(world.parley.requests.at(-1)?.route).toBe(
      "DELETE /v1/conversations/:id",
    );
  });

  it("deletes the conversation when Ctrl-C is pressed", async () => {
    world.parley.script("GET /v1/messages/:id", "hang");
    const stop = new AbortController();
    const running = world.run(["--only", "storage"], {
      settings: { WEBHOOK_API_KEYS: `shop:${PARLEY_KEY}` },
      signal: stop.signal,
    });
    await world.parley.waitFor("GET /v1/messages/:id");
    stop.abort();
    const { code, output } = await running;
    expect(code).toBe(130);
    expect(output).toContain("Stopped.");
    expect(world.parley.conversations.size).toBe(0);
  });
});
