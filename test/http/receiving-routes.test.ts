import { describe, expect, it } from "vitest";
import { createReceivingRoutes } from "../../src/http/receiving-routes.ts";
import type { Reception } from "../../src/types/channel.ts";
import type { TurnEvent } from "../../src/types/turn.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createTurn } from "../fixtures/turns.ts";

const MESSAGE = createMessage({ id: "1", conversation: "wecom:9" });
const TURN = { conversation: "wecom:9", id: "1" };

function createRoutes(
  reception: Reception,
  {
    events = [],
    isOpen = false,
  }: { events?: TurnEvent[]; isOpen?: boolean } = {},
) {
  const delivered: string[] = [];
  const routes = createReceivingRoutes({
    routes: [
      { method: "GET", path: "/webhook" },
      { method: "POST", path: "/webhook" },
    ],
    load: async () => ({ receive: async () => reception }),
    mailbox: {
      async deliver(message) {
        delivered.push(message.id);
        return { kind: "full", limit: 1 };
      },
      async *watch(_, { signal }) {
        yield* events;
        if (isOpen)
          await new Promise((resolve) =>
            signal.addEventListener("abort", resolve),
          );
      },
    },
  });
  const ask = (method = "POST") => routes.request("/webhook", { method });
  return { ask, delivered };
}

/** The text returned to the platform. */
function progressAnswer(waitMs: number): Reception {
  return {
    kind: "messages",
    messages: [],
    answer: {
      turn: TURN,
      waitMs,
      write: ({ text, hasEnded }) => ({
        type: "text/plain",
        body: `${text}${hasEnded ? "." : "…"}`,
      }),
    },
  };
}

describe("the routes of a platform's channel", () => {
  it("accept every message of a request whatever its outcome, with an empty response", async () => {
    const { ask, delivered } = createRoutes({
      kind: "messages",
      messages: [MESSAGE, { ...MESSAGE, id: "2" }],
    });
    const response = await ask();
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
    expect(delivered).toEqual(["1", "2"]);
  });

  it("echo a challenge", async () => {
    const { ask } = createRoutes({
      kind: "messages",
      messages: [],
      answer: { type: "text/plain", body: "challenge <1>" },
    });
    const response = await ask("GET");
    expect(await response.text()).toBe("challenge <1>");
    expect(response.headers.get("content-type")).toMatch("text/plain");
  });

  it("reject requests that are not from the platform", async () => {
    const problem = { status: 401, slug: "a", title: "b", detail: "c" };
    const { ask, delivered } = createRoutes({ kind: "refused", problem });
    expect((await ask()).status).toBe(401);
    expect(delivered).toEqual([]);
  });

  it("return the text so far to a platform that fetches the reply", async () => {
    const delta = (offset: number, text: string): TurnEvent => ({
      type: "delta",
      offset,
      text,
    });
    const events = [delta(0, "One tree"), delta(4, "two")];
    const { ask } = createRoutes(progressAnswer(20), { events, isOpen: true });
    expect(await (await ask()).text()).toBe("One two…");
  });

  it("return the whole reply to it once there is one, or nothing for an unknown turn", async () => {
    const turn = createTurn({ message: MESSAGE, reply: "One two three" });
    const { ask } = createRoutes(progressAnswer(60_000), {
      events: [{ type: "end", turn }],
    });
    expect(await (await ask()).text()).toBe("One two three.");
    const unknown = createRoutes(progressAnswer(60_000));
    expect(await (await unknown.ask()).text()).toBe(".");
  });
});
