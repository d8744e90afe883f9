import { Hono } from "hono";
import { expect, it } from "vitest";
import type { CallerVariables } from "../../../src/http/api/authenticate.ts";
import { sendMessage } from "../../../src/http/api/message-routes.ts";
import { sleep } from "../../../src/runtime/abort.ts";
import type { Mailbox } from "../../../src/types/mailbox.ts";
import type { TurnEvent } from "../../../src/types/turn.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { ANY_REQUESTS } from "../../fakes/no-limits.ts";

const never = (): never => {
  throw new Error("Not asked for here.");
};

/** The turn stays open after the events; the caller sends `Prefer: wait=1`. */
async function waitInVain({
  isBegun,
  events = [],
}: {
  isBegun: boolean;
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
    body: JSON.stringify({ conversation: "a", text: "Hello" }),
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
    const response = await waitInVain(turn);
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ status, waiting_for });
  },
);
