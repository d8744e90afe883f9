import { Hono } from "hono";
import { expect, it } from "vitest";
import type { CallerVariables } from "../../../src/http/api/authenticate.ts";
import { sendMessage } from "../../../src/http/api/message-routes.ts";
import { sleep } from "../../../src/runtime/abort.ts";
import type { Mailbox } from "../../../src/types/mailbox.ts";
import type { Turn, TurnEvent } from "../../../src/types/turn.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { ANY_REQUESTS } from "../../fakes/no-limits.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createTurn } from "../../fixtures/turns.ts";

const never = (): never => {
  throw new Error("Not asked for here.");
};

/** The turn has these events; the caller sends `Prefer: wait=1`. */
async function send({
  isBegun = true,
  events = [],
}: {
  isBegun?: boolean;
  events?: readonly TurnEvent[];
}): Promise<Response> {
  const { archive, memoryOf } = createConversationsArchive();
  const mailbox: Mailbox = {
    async deliver(message) {
      const memory = memoryOf(message.conversation);
      const opening = await memory.openTurn(message, { limit: 100 });
      if (isBegun) await memory.beginAttempt(message.id);
      return "turn" in opening
        ? { kind: "accepted", turn: opening.turn }
        : never();
    },
    stop: never,
    retry: never,
    async *watch(_turn, { signal }) {
      yield* events;
      await sleep(60_000, { signal });
    },
  };
  const app = new Hono<CallerVariables>();
  app.use(async (context, next) => {
    context.set("caller", "shop");
    return next();
  });
  app.post(
    "/v1/messages",
    sendMessage({
      mailbox,
      archive,
      index: createMessageIndex(),
      callerLimits: ANY_REQUESTS,
      acceptCallback: never,
    }),
  );
  return app.request("/v1/messages", {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "wait=1" },
    body: JSON.stringify({ conversation: "a", text: "Hello", id: "m/1" }),
  });
}

const retried: TurnEvent = { type: "waiting", delayMs: 2_000 };
const delta: TurnEvent = { type: "delta", offset: 0, text: "Once" };

it.each([
  ["earlier-messages", "accepted", { isBegun: false }],
  ["answer", "thinking", { isBegun: true, events: [delta] }],
  ["answer", "thinking", { isBegun: true, events: [retried, delta] }],
  ["model", "thinking", { isBegun: true, events: [delta, retried] }],
])(
  "answers after the wait that it waits for %s, with the status %s",
  async (waiting_for, status, turn) => {
    const response = await send(turn);
    expect(response.status).toBe(202);
    const url = "http://localhost/v1/messages/m%2F1";
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "application/json",
      location: url,
      "preference-applied": "wait=1",
      "retry-after": "1",
    });
    expect(await response.json()).toMatchObject({
      id: "m/1",
      status,
      waiting_for,
      status_url: url,
    });
  },
);

const message = createMessage({ id: "m/1" });
const endOf = (changes: Partial<Turn>): TurnEvent => ({
  type: "end",
  turn: createTurn({ message, ...changes }),
});

it.each<[string, TurnEvent, number, object]>([
  ["the reply", endOf({ reply: "Hi!" }), 200, { reply: { text: "Hi!" } }],
  [
    "a failure",
    endOf({ status: "failed", reply: "No." }),
    502,
    { detail: "No." },
  ],
  ["oblivion", { type: "forgotten" }, 410, { status: 410 }],
])("answers with %s if the turn ends in time", async (_, end, status, body) => {
  const response = await send({ events: [delta, end] });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
});
