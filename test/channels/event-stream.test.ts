import { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import { streamTurn } from "../../src/channels/event-stream.ts";
import type { Mailbox } from "../../src/ports.ts";
import { sleep } from "../../src/conversation/sleep.ts";

const never = (): never => {
  throw new Error("Not asked for here.");
};

/** Of a turn that never ends. */
const ENDLESS: Mailbox = {
  deliver: never,
  stop: never,
  retry: never,
  async *watch(_turn, { signal }) {
    yield { type: "delta", offset: 0, text: "Once" };
    await sleep(60_000, { signal });
  },
};

describe("a stream of events whose request is aborted", () => {
  afterEach(() => vi.restoreAllMocks());

  it("ends with an event that says that the turn goes on", async () => {
    const error = vi.spyOn(console, "error");
    const turn = { conversation: "web:1", id: "1" };
    const app = new Hono().get("/", (context) =>
      streamTurn(context, { mailbox: ENDLESS, turn, conversation: "1" }),
    );
    const time = new AbortController();
    const request = new Request("https://parley.example/", time);
    const response = await app.fetch(request);
    time.abort();
    const text = await response.text();
    expect(text).toMatch(/\nevent: error\ndata: .*stream-broken.*\n\n$/);
    expect(error).not.toHaveBeenCalled();
  });
});
