import { describe, expect, it, vi } from "vitest";
import { createMessage } from "../../fixtures/messages.ts";
import { createTurn } from "../../fixtures/turns.ts";
import { answered, serve, USAGE } from "./serve-door.ts";

describe("a completion", () => {
  it("is answered, and then deleted", async () => {
    const { ask, forget, delivered } = serve((turn) => [answered(turn)]);
    const response = await ask({});
    expect(response.headers.get("cache-control")).toBe("no-store");
    const body: unknown = await response.json();
    expect(body).toEqual({
      id: delivered[0]?.id,
      object: "chat.completion",
      created: 1_795_000_000,
      model: "parley",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: "It is 42.",
            refusal: null,
            annotations: [],
          },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: {
        prompt_tokens: 10,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens: 5,
        total_tokens: 15,
      },
    });
    expect(forget.mock.calls).toEqual([[delivered[0]?.conversation]]);
  });

  it("is kept in a conversation with a name, or for an Idempotency-Key", async () => {
    const { ask, forget } = serve((turn) => [answered(turn)]);
    await ask({ user: "ada" });
    await ask({}, { headers: { "idempotency-key": "1" } });
    expect(forget).not.toHaveBeenCalled();
  });

  it.each([
    ["the same message", {}, "1", true],
    ["one that is no retry", {}, "0", false],
    ["one whose turn has failed", { status: "failed" as const }, "1", false],
    ["one after ten minutes", { acceptedAt: Date.now() - 600_001 }, "1", false],
  ])(
    "has the id of its first attempt, if a client retries %s",
    async (_, changes, count, isSame) => {
      const first = serve((turn) => [answered(turn)]);
      await first.ask({ user: "ada" });
      const [message = createMessage({ id: "" })] = first.delivered;
      const turn = createTurn({ message, acceptedAt: Date.now(), ...changes });
      const older = createTurn({ message: createMessage({ id: "older" }) });
      const { ask, delivered } = serve((given) => [answered(given)], {
        read: async () => ({
          settings: {},
          messages: [],
          openTurns: [older, turn],
        }),
        findTurn: async ({ id }) => [older, turn].find((one) => one.id === id),
      });
      const headers = { "x-stainless-retry-count": count };
      await ask({ user: "ada" }, { headers });
      expect(delivered[0]?.id === message.id).toBe(isSame);
    },
  );

  it("is deleted if its client disconnects", async () => {
    const { ask, forget, delivered } = serve(() => []);
    const client = new AbortController();
    const answer = ask({}, { signal: client.signal });
    await vi.waitUntil(() => delivered.length > 0);
    client.abort();
    expect((await answer).status).toBe(504);
    expect(forget).toHaveBeenCalledTimes(1);
  });

  it("continues in a named conversation if its client disconnects", async () => {
    const { ask, forget, stop, delivered } = serve(() => []);
    const client = new AbortController();
    const answer = ask({ user: "ada" }, { signal: client.signal });
    await vi.waitUntil(() => delivered.length > 0);
    client.abort();
    await answer;
    expect(forget).not.toHaveBeenCalled();
    expect(stop).not.toHaveBeenCalled();
  });

  it("is an error not to be retried if the turn has failed", async () => {
    const { ask } = serve((turn) => [
      answered(turn, { status: "failed", reply: "Sorry." }),
    ]);
    const response = await ask({});
    expect(response.status).toBe(502);
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(await response.json()).toMatchObject({
      type: "https://parley.chat/problems/turn-failed",
      error: { message: "Sorry.", type: "server_error", param: null },
    });
  });
});

describe("a streamed completion", () => {
  const STREAMED = { stream: true };

  const dataOf = async (response: Response): Promise<unknown[]> =>
    [...(await response.text()).matchAll(/^data: (\{.*)$/gm)].map(
      ([, json = ""]) => JSON.parse(json) as unknown,
    );

  it("consists of the role, the text, the sources, and the end", async () => {
    const source = { title: "Sums", url: "https://example.com/sums" };
    const { ask, forget, delivered } = serve((turn) => [
      { type: "delta", offset: 0, text: "It is" },
      { type: "delta", offset: 5, text: " 42." },
      answered(turn, {
        steps: [
          {
            action: { tool: "search", input: "", thought: "", text: "" },
            observation: "",
            sources: [source],
            usage: USAGE,
          },
        ],
      }),
    ]);
    const response = await ask(STREAMED);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toContain("no-store");
    const chunks = await dataOf(response.clone());
    expect(chunks).toEqual(
      [
        { delta: { role: "assistant", content: "" } },
        { delta: { content: "It is" } },
        { delta: { content: " 42." } },
        {
          delta: {
            content: "\n\n---\n\n1. [Sums](<https://example.com/sums>)",
            annotations: [
              {
                type: "url_citation",
                url_citation: { ...source, start_index: 19, end_index: 53 },
              },
            ],
          },
        },
        { delta: {}, finish_reason: "stop" },
      ].map((choice) => ({
        id: delivered[0]?.id,
        object: "chat.completion.chunk",
        created: 1_795_000_000,
        model: "parley",
        choices: [{ index: 0, logprobs: null, finish_reason: null, ...choice }],
      })),
    );
    expect(await response.text()).toMatch(/\ndata: \[DONE\]\n\n$/);
    expect(forget).toHaveBeenCalledTimes(1);
  });

  it("ends with the usage of the whole turn, if it is asked for", async () => {
    const { ask } = serve((turn) => [answered(turn)]);
    const options = { stream_options: { include_usage: true } };
    const response = await ask({ ...STREAMED, ...options });
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    expect((await dataOf(response)).at(-1)).toMatchObject({
      choices: [],
      usage,
    });
  });

  it("ends with the problem if the turn fails midway", async () => {
    const { ask } = serve((turn) => [
      { type: "delta", offset: 0, text: "It is" },
      answered(turn, { status: "failed", reply: "Sorry." }),
    ]);
    const response = await ask(STREAMED);
    const text = await response.clone().text();
    expect((await dataOf(response)).at(-1)).toMatchObject({
      error: { message: "Sorry." },
    });
    expect(text).not.toContain("[DONE]");
  });

  const readHalf = async (response: Response): Promise<void> => {
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  };

  it("is deleted in an unnamed conversation if its client disconnects", async () => {
    const { ask, forget, stop } = serve(() => []);
    await readHalf(await ask(STREAMED));
    await vi.waitUntil(() => forget.mock.calls.length > 0);
    expect(stop).not.toHaveBeenCalled();
  });

  it("is stopped in a named conversation if its client disconnects, unless it has an Idempotency-Key", async () => {
    const { ask, forget, stop } = serve(() => []);
    await readHalf(
      await ask(
        { ...STREAMED, user: "ada" },
        { headers: { "idempotency-key": "1" } },
      ),
    );
    await readHalf(await ask({ ...STREAMED, user: "ada" }));
    await vi.waitUntil(() => stop.mock.calls.length > 0);
    expect(stop).toHaveBeenCalledTimes(1);
    expect(forget).not.toHaveBeenCalled();
  });
});

it("there is one model, whatever a request names", async () => {
  const { routes } = serve(() => []);
  const headers = { authorization: "Bearer secret" };
  const get = async (path: string) => {
    const response = await routes.request(path, { headers });
    return [response.status, await response.json()];
  };
  const parley = {
    id: "parley",
    object: "model",
    created: 0,
    owned_by: "parley",
  };
  expect(await get("/models")).toEqual([
    200,
    { object: "list", data: [parley] },
  ]);
  expect(await get("/models/parley")).toEqual([200, parley]);
  expect(await get("/models/gpt-5.5")).toMatchObject([
    404,
    { error: { code: "model_not_found" } },
  ]);
});

describe("an unknown route", () => {
  it("is reported in the format of OpenAI's clients", async () => {
    const { routes } = serve(() => []);
    const headers = { authorization: "Bearer secret" };
    const response = await routes.request("/embeddings", { headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      status: 404,
      error: { type: "invalid_request_error" },
    });
    expect((await routes.request("/models")).status).toBe(401);
  });
});
