import { describe, expect, it } from "vitest";
import { toEcho } from "../../src/channels/kit/to-echo.ts";
import { createReceiver } from "../../src/http/receive-request.ts";
import type { ReceivingChannel, Reception } from "../../src/types/channel.ts";
import { BusyError } from "../../src/types/errors.ts";
import type { TurnEvent } from "../../src/types/turn.ts";
import { loggedEvents } from "../fixtures/log.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createStep, createTurn } from "../fixtures/turns.ts";

const MESSAGE = createMessage({ id: "1", conversation: "wecom:9" });
const TURN = { conversation: "wecom:9", id: "1" };

const ROUTES = [
  { method: "GET", path: "/webhook" },
  { method: "POST", path: "/webhook" },
] as const;

/** The receiver of a deployment whose only channel is WeCom. */
function createRoutes(
  reception: Reception | Error,
  {
    events = [],
    isOpen = false,
  }: { events?: TurnEvent[]; isOpen?: boolean } = {},
) {
  const delivered: string[] = [];
  const receive: ReceivingChannel["receive"] = async () => {
    if (reception instanceof Error) throw reception;
    return reception;
  };
  const receiver = createReceiver({
    channels: [
      { definition: { name: "wecom", routes: ROUTES } },
      { definition: { name: "off", routes: ROUTES } },
    ],
    receiving: new Map([["wecom", async () => ({ receive })]]),
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
  const look = (method: string, path: string) =>
    receiver.receive(new Request(`https://parley.test${path}`, { method }));
  const ask = async (method = "POST") => {
    const response = await look(method, "/wecom/webhook");
    if (response === undefined) throw new Error("No route.");
    return response;
  };
  return { receiver, look, ask, delivered };
}

/** What is returned to the platform. */
function progressAnswer(waitMs: number): Reception {
  return {
    kind: "messages",
    messages: [],
    answer: {
      turn: TURN,
      waitMs,
      write: (progress) => ({
        type: "application/json",
        body: JSON.stringify(progress),
      }),
    },
  };
}

describe("the routes of a platform's channel", () => {
  it("ask for a refused echo again, once the rest of its request is stored", async () => {
    const echo = toEcho("wecom", { chat: "9", id: "1", text: "Anna here" });
    const { ask, delivered } = createRoutes({
      kind: "messages",
      messages: [echo, MESSAGE],
    });
    expect((await ask()).status).toBe(503);
    expect(delivered).toHaveLength(2);
  });

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

  it.each([
    ["another method", "PUT", "/wecom/webhook"],
    ["a path below a route", "POST", "/wecom/webhook/more"],
    ["the channel's other paths", "POST", "/wecom"],
    ["a channel that is off", "POST", "/off/webhook"],
    ["a route of the app", "POST", "/v1/messages"],
  ])("leave %s to the app", async (_, method, path) => {
    const { look } = createRoutes({ kind: "messages", messages: [] });
    expect(await look(method, path)).toBeUndefined();
  });

  it("name the methods of a path", () => {
    const { receiver } = createRoutes({ kind: "messages", messages: [] });
    expect(receiver.methodsAt("/wecom/webhook")).toEqual(["GET", "POST"]);
    expect(receiver.methodsAt("/off/webhook")).toEqual([]);
  });

  it.each([
    ["an unexpected error", new Error("SECRET"), 500, null],
    [
      "a busy store",
      new BusyError({ reason: "SECRET", retryAfterMs: 1_001 }),
      503,
      "2",
    ],
  ])("map %s to the app's problem document", async (_, error, status, wait) => {
    const response = await createRoutes(error).ask();
    expect(response.status).toBe(status);
    expect(response.headers.get("retry-after")).toBe(wait);
    expect(response.headers.get("content-type")).toBe(
      "application/problem+json",
    );
    expect(await response.text()).not.toContain("SECRET");
    expect(loggedEvents()).toEqual(["request failed"]);
  });

  it("return the text so far to a platform that fetches the reply", async () => {
    const delta = (offset: number, text: string): TurnEvent => ({
      type: "delta",
      offset,
      text,
    });
    const events = [delta(0, "One tree"), delta(4, "two")];
    const { ask } = createRoutes(progressAnswer(20), { events, isOpen: true });
    const open = { text: "One two", hasEnded: false, sources: [] };
    expect(await (await ask()).json()).toEqual(open);
    events.push({ type: "waiting", delayMs: 9 });
    const isWaiting = { ...open, isWaiting: true };
    expect(await (await ask()).json()).toEqual(isWaiting);
  });

  it("return the whole reply to it once there is one, or nothing for an unknown turn", async () => {
    const source = { title: "Sums", url: "https://example.com/" };
    const step = { ...createStep({ observation: "2" }), sources: [source] };
    const reply = "One two three";
    const turn = createTurn({ message: MESSAGE, reply, steps: [step] });
    const { ask } = createRoutes(progressAnswer(60_000), {
      events: [{ type: "end", turn }],
    });
    const ended = { text: reply, hasEnded: true, sources: [source] };
    expect(await (await ask()).json()).toEqual(ended);
    const unknown = createRoutes(progressAnswer(60_000));
    const nothing = { text: "", hasEnded: true, sources: [] };
    expect(await (await unknown.ask()).json()).toEqual(nothing);
  });
});
