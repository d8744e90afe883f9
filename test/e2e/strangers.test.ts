import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finalAnswer } from "../fakes/create-agent.ts";
import { DEPLOYMENT_SECRET, PAGE_PASSWORD } from "../fixtures/secrets.ts";
import { recordAttack } from "../security/record-attack.ts";
import {
  startOpenAIServer,
  type OpenAIServer,
} from "../stubs/openai-server.ts";
import { cookieOf, createVisitors, windowsSince } from "./page-visitor.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startWorker, type WranglerDev } from "./wrangler-dev.ts";

const MINUTE_MS = 60_000;
const count = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;
const many = <Result>(times: number, work: (index: number) => Result) =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
const statusOf = async (response: Promise<Response>): Promise<number> => {
  const { status, body } = await response;
  await body?.cancel();
  return status;
};

describe("strangers on an open page", () => {
  let model: OpenAIServer;
  let dev: WranglerDev;
  let visitors: ReturnType<typeof createVisitors>;
  beforeAll(async () => {
    model = await startOpenAIServer();
    dev = await startWorker({
      variables: {
        ...modelVariables(model),
        WEB_CHAT: "public",
        PARLEY_SECRET: DEPLOYMENT_SECRET,
      },
    });
    visitors = createVisitors(dev.url);
  });
  afterAll(async () => {
    await dev?.close();
    await model?.close();
  });

  it("are rejected with forged sessions", async ({ task }) => {
    const { cookie } = await visitors.arrive({ address: "192.0.2.1" });
    const signature = cookie.split(".")[1] ?? "";
    const forged = [
      () => crypto.randomUUID(),
      () => `${crypto.randomUUID()}.${signature}`,
      () => `${crypto.randomUUID()}.${"0".repeat(64)}`,
    ];
    const statuses = await many(60, (index) =>
      statusOf(
        visitors.say("Hello", `parley_session=${forged[index % 3]?.()}`, {
          address: "192.0.2.1",
        }),
      ),
    );
    expect(count(statuses, 401)).toBe(60);
    const got = 60 - count(statuses, 401);
    recordAttack(task, "inventedSessions", { got, allowed: 0 });
    expect(model.requests).toHaveLength(0);
  });

  it("get at most a hundred sessions per hour from one address", async ({
    task,
  }) => {
    const start = Date.now();
    const arrivals = await many(300, () => visitors.arrive());
    const statuses = arrivals.map(({ status }) => status);
    const hours = windowsSince(start, 60 * MINUTE_MS);
    recordAttack(task, "sessionsOfOneAddress", {
      got: count(statuses, 200),
      allowed: 100 * hours,
    });
    expect(count(statuses, 200)).toBeGreaterThanOrEqual(100);
    expect(count(statuses, 200) + count(statuses, 429)).toBe(300);
    const elsewhere = { address: "2001:db8:1:2::1" };
    expect((await visitors.arrive(elsewhere)).status).toBe(200);
  });

  it("send at most sixty messages per minute from one address, even with ten sessions", async ({
    task,
  }) => {
    const address = "192.0.2.2";
    const sessions = await many(10, () => visitors.arrive({ address }));
    model.reply(() => finalAnswer("Hi!"));
    const start = Date.now();
    const statuses = await many(100, (index) =>
      statusOf(
        visitors.say("Hi", sessions[index % 10]?.cookie ?? "", { address }),
      ),
    );
    const minutes = windowsSince(start, MINUTE_MS);
    recordAttack(task, "messagesOfOneAddress", {
      got: count(statuses, 200),
      allowed: 60 * minutes,
    });
    expect(count(statuses, 429)).toBeGreaterThanOrEqual(100 - 60 * minutes);
  });

  it("open at most ten streams, or fifty from one address", async ({
    task,
  }) => {
    const address = "192.0.2.3";
    const hold = Promise.withResolvers<string>();
    model.reply(() => hold.promise);
    const leaving = new AbortController();
    const { signal } = leaving;
    // `fetch` cancels the body of a response that was garbage-collected, which
    // would make room for another stream.
    const held: Response[] = [];
    const call = async (...request: Parameters<typeof visitors.call>) => {
      const response = await visitors.call(...request);
      held.push(response);
      return response;
    };
    /**
     * A visitor whose answer is pending, and a function that opens another
     * stream of it.
     */
    const begin = async () => {
      const { cookie } = await visitors.arrive({ address });
      const id = crypto.randomUUID();
      const body = { id, text: "Take your time." };
      await call("/web/messages", { body, cookie, address, signal });
      const accept = "text/event-stream";
      return (until = signal) =>
        call(`/web/messages/${id}`, { cookie, address, accept, signal: until });
    };
    const statusesOf = (responses: readonly Response[]) =>
      responses.map(({ status }) => status);

    const start = Date.now();
    const follow = await begin();
    const own = statusesOf(await many(400, () => follow()));
    const quarters = () => windowsSince(start, 15 * MINUTE_MS);
    // One stream is open already: that of the message.
    recordAttack(task, "streamsOfOneVisitor", {
      got: 1 + count(own, 200),
      allowed: 10 * quarters(),
    });
    expect(count(own, 200)).toBeGreaterThanOrEqual(9);
    expect(count(own, 200) + count(own, 429)).toBe(400);

    const others = await many(9, begin);
    const all = statusesOf(
      await many(400, (index) => others[index % 9]?.() ?? follow()),
    );
    recordAttack(task, "streamsOfOneAddress", {
      got: 10 + 9 + count(all, 200),
      allowed: 50 * quarters(),
    });
    expect(10 + 9 + count(all, 200)).toBeGreaterThanOrEqual(50);
    expect(count(statusesOf(held), 200)).toBeGreaterThanOrEqual(50);

    leaving.abort();
    const returning = new AbortController();
    // Behind wrangler's proxy, the Worker notices a disconnect at its second
    // keep-alive, after half a minute.
    await eventually(
      "room for another stream",
      async () => {
        const { status } = await follow(returning.signal);
        return status === 200 ? status : undefined;
      },
      { timeoutMs: 50_000 },
    );
    returning.abort();
    hold.resolve(finalAnswer("Done."));
  });
});

describe("someone who guesses", () => {
  let dev: WranglerDev;
  let visitors: ReturnType<typeof createVisitors>;
  beforeAll(async () => {
    dev = await startWorker({
      variables: {
        WEB_CHAT: "password",
        WEB_CHAT_PASSWORD: PAGE_PASSWORD,
        PARLEY_SECRET: DEPLOYMENT_SECRET,
        WEBHOOK_API_KEYS: "shop:R3kXv8Qd1mWz7Ty4Lc6Jh0Bn5Gs2Pf9E",
        WRONG_KEYS_PER_MINUTE: "10",
      },
    });
    visitors = createVisitors(dev.url);
  });
  afterAll(() => dev?.close());

  const guess = (
    password: string,
    options: { address?: string; cookie?: string } = {},
  ) => visitors.call("/web/login", { body: { password }, ...options });

  it("can try ten passwords in ten minutes, and a botnet a hundred", async ({
    task,
  }) => {
    const known = await guess(PAGE_PASSWORD, { address: "192.0.2.1" });
    const cookie = cookieOf(known);
    expect(known.status).toBe(204);

    const start = Date.now();
    const one = await many(500, (index) => statusOf(guess(`guess ${index}`)));
    const windows = () => windowsSince(start, 10 * MINUTE_MS);
    recordAttack(task, "passwords", {
      got: count(one, 401),
      allowed: 10 * windows(),
    });
    expect(count(one, 401) + count(one, 429)).toBe(500);
    expect((await guess(PAGE_PASSWORD)).status).toBe(429);

    const botnet = await many(500, (index) =>
      statusOf(guess(`guess ${index}`, { address: `2001:db8:2:${index}::1` })),
    );
    recordAttack(task, "passwordsOfBotnet", {
      got: count(botnet, 401),
      allowed: 100 * windows(),
    });
    expect(count(botnet, 429)).toBeGreaterThanOrEqual(500 - 100 * windows());
    if (windows() > 1) return;
    // The owner's browser gets in from any address; a new one has to wait.
    const address = "192.0.2.2";
    expect((await guess(PAGE_PASSWORD, { address })).status).toBe(429);
    expect((await guess(PAGE_PASSWORD, { address, cookie })).status).toBe(204);
  });

  it("can try ten API keys in a minute", async ({ task }) => {
    const tryKey = (key: string, address: string) =>
      fetch(`${dev.url}/v1/conversations`, {
        headers: {
          authorization: `Bearer ${key}`,
          "cf-connecting-ip": address,
        },
      });
    const start = Date.now();
    const statuses = await many(200, (index) =>
      statusOf(tryKey(`wrong-key-${index}`, "192.0.2.3")),
    );
    const minutes = windowsSince(start, MINUTE_MS);
    recordAttack(task, "keys", {
      got: count(statuses, 401),
      allowed: 10 * minutes,
    });
    expect(count(statuses, 401) + count(statuses, 429)).toBe(200);
    const key = "R3kXv8Qd1mWz7Ty4Lc6Jh0Bn5Gs2Pf9E";
    expect(await statusOf(tryKey(key, "192.0.2.4"))).toBe(200);
  });
});
