import { expect, it } from "vitest";
import { createSetupRoutes } from "../../../src/http/admin/setup-routes.ts";
import { createLimiter } from "../../../src/limits/limiter.ts";
import type { Counters } from "../../../src/types/counters.ts";
import type { Delivery } from "../../../src/types/mailbox.ts";
import type { TurnEvent } from "../../../src/types/turn.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import { BROKEN_COUNTERS } from "../../fakes/no-limits.ts";
import { createTurn } from "../../fixtures/turns.ts";

/** The routes over a mailbox whose turns have these events, and no end. */
function setUp({
  events = [],
  refusal,
  counters = createMemoryCounters(),
}: {
  events?: readonly TurnEvent[];
  refusal?: Delivery;
  counters?: Counters;
} = {}) {
  const forgotten: string[] = [];
  const { archive } = createConversationsArchive();
  const routes = createSetupRoutes({
    setup: {
      describe: () => Promise.reject(new Error("Not asked for here.")),
      askModel: async () => ({ kind: "answered", text: "OK" }) as never,
    },
    mailbox: {
      deliver: async (message) =>
        refusal ?? { kind: "accepted", turn: createTurn({ message }) },
      stop: async () => ({ kind: "unknown" }),
      retry: async () => ({ kind: "unknown" }),
      async *watch() {
        yield* events;
      },
    },
    archive: {
      async forget(conversation) {
        forgotten.push(conversation);
        return archive.forget(conversation);
      },
    },
    limiter: createLimiter({ counters, now: () => 20_000 }),
  });
  const post = (path: string, language: string) =>
    Promise.resolve(
      routes.request(path, {
        method: "POST",
        headers: {
          "accept-language": language,
          "content-type": "application/json",
        },
        body: JSON.stringify({ text: "Hi" }),
      }),
    );
  return { post, forgotten };
}

const delta: TurnEvent = { type: "delta", offset: 0, text: "Once" };
const waiting: TurnEvent = { type: "waiting", delayMs: 1_000 };

it.each([
  [delta, "en", 504, "There was no answer within 60 seconds."],
  [delta, "zh", 504, "60 秒内没有回答。"],
  [waiting, "en", 503, "In a real conversation Parley would retry."],
  [waiting, "zh", 503, "正式对话中 Parley 会自动重试。"],
])(
  "says in the page's language why a test message has no answer, and deletes it: %j, %s",
  async (event, language, status, detail) => {
    const { post, forgotten } = setUp({ events: [event] });
    const response = await post("/message", language);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      title: expect.stringMatching(language === "en" ? /[a-z]/ : /没有|连不上/),
      detail: expect.stringContaining(detail),
    });
    expect(forgotten).toHaveLength(1);
  },
);

it("says why a test message was not accepted, and leaves nothing", async () => {
  const { post, forgotten } = setUp({ refusal: { kind: "full", limit: 1 } });
  expect((await post("/message", "en")).status).toBe(429);
  expect(forgotten).toHaveLength(1);
});

it.each([
  ["en", "At most 20 checks a minute. Retry in 40 seconds."],
  ["zh", "每分钟最多检查 20 次，请过 40 秒再试。"],
])("allows 20 checks a minute, and says so: %s", async (language, detail) => {
  const { post } = setUp();
  for (let time = 0; time < 20; time++)
    expect((await post("/model", language)).status).toBe(200);
  const refused = await post("/model", language);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("40");
  expect(await refused.json()).toMatchObject({ detail });
});

it("checks nothing while nothing can be counted", async () => {
  const { post } = setUp({ counters: BROKEN_COUNTERS });
  expect((await post("/model", "en")).status).toBe(500);
});

it("says which variables Telegram lacks", async () => {
  const response = await setUp().post("/telegram", "en");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    detail: "Set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET.",
  });
});
