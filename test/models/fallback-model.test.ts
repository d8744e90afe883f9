import { beforeEach, describe, expect, it, vi } from "vitest";
import { createFallbackModel } from "../../src/models/fallback-model.ts";
import { ModelError } from "../../src/types/errors.ts";
import { describeLanguageModelContract } from "../contracts/language-model-contract.ts";
import { createScriptedModel } from "../fakes/scripted-model.ts";
import { collectEvents, textOf } from "./collect-events.ts";

const log = vi.spyOn(console, "warn");
beforeEach(() => {
  log.mockClear();
});

const down = new ModelError({ kind: "unreachable", status: 503 });
const wrongRequest = new ModelError({ kind: "refused", status: 400 });

describeLanguageModelContract("The fallback model, whose first one answers", {
  async create() {
    const reply = ["Hello, ", "you too!"];
    const first = createScriptedModel([reply, reply]);
    const models = [first, createScriptedModel([])] as const;
    return { model: createFallbackModel({ models }), close: async () => {} };
  },
  async createFailing() {
    const models = [
      createScriptedModel([down]),
      createScriptedModel([down]),
    ] as const;
    return { model: createFallbackModel({ models }), close: async () => {} };
  },
});

describeLanguageModelContract("The fallback model, whose first one is down", {
  async create() {
    const reply = ["Hello, ", "you too!"];
    const models = [
      createScriptedModel([down, down]),
      createScriptedModel([reply, reply]),
    ] as const;
    return { model: createFallbackModel({ models }), close: async () => {} };
  },
});

function setUp(
  firstScript: Parameters<typeof createScriptedModel>[0],
  secondScript: Parameters<typeof createScriptedModel>[0],
) {
  const first = createScriptedModel(firstScript, { name: "first" });
  const second = createScriptedModel(secondScript, { name: "second" });
  let time = 1_000_000;
  const model = createFallbackModel({
    models: [first, second],
    now: () => time,
  });
  return {
    first,
    second,
    model,
    ask: async (signal?: AbortSignal) =>
      textOf(await collectEvents(model, signal && { signal })),
    /** Advances the clock. */
    wait: (ms: number) => void (time += ms),
  };
}

describe("the next model is asked", () => {
  it.each([
    ["is unreachable", down],
    ["is rate-limited", new ModelError({ kind: "rate-limited", status: 429 })],
    ["is out of quota", new ModelError({ kind: "quota", status: 429 })],
    [
      "is unknown to its provider",
      new ModelError({ kind: "unknown", status: 404 }),
    ],
  ])("within the same call when the first one %s", async (_case, error) => {
    const { ask } = setUp([error], ["Here I am"]);
    expect(await ask()).toBe("Here I am");
    expect(log).toHaveBeenCalledOnce();
  });

  it("with the same prompt", async () => {
    const { ask, first, second } = setUp([down], ["Here I am"]);
    await ask();
    expect(second.prompts).toEqual(first.prompts);
  });
});

describe("the error is thrown at once", () => {
  it("if the first model rejects the request", async () => {
    const { ask, second } = setUp([wrongRequest], []);
    await expect(ask()).rejects.toBe(wrongRequest);
    expect(second.prompts).toHaveLength(0);
  });

  it("if a model's stream breaks", async () => {
    const { ask, second } = setUp([["Hal", down]], []);
    await expect(ask()).rejects.toBe(down);
    expect(second.prompts).toHaveLength(0);
  });

  it("if it is no ModelError", async () => {
    const bug = new TypeError("A bug");
    const { ask } = setUp([bug], []);
    await expect(ask()).rejects.toBe(bug);
  });
});

describe("if all models fail,", () => {
  it("the first one's error is thrown, even if another was asked first", async () => {
    const { ask } = setUp([down, down], [wrongRequest, wrongRequest]);
    await expect(ask()).rejects.toBe(down);
    await expect(ask()).rejects.toBe(down);
  });

  it("each switch is logged, but not the final failure", async () => {
    const { ask } = setUp([down], [down]);
    await expect(ask()).rejects.toBe(down);
    expect(log.mock.calls).toEqual([
      [
        '{"event":"model passed over","model":"first","next":"second","kind":"unreachable","status":503}',
      ],
    ]);
  });
});

describe("a model that failed", () => {
  it("is skipped for a minute", async () => {
    const { ask, wait } = setUp([down, "First"], ["Second", "Second again"]);
    expect(await ask()).toBe("Second");
    wait(59_999);
    expect(await ask()).toBe("Second again");
    wait(1);
    expect(await ask()).toBe("First");
  });

  it.each([
    ["as long as its provider asks for", 120_000, 120_000],
    ["for ten minutes at most", 3_600_000, 600_000],
    ["for a minute at least", 1_000, 60_000],
  ])("is skipped %s", async (_case, retryAfterMs, ms) => {
    const busy = new ModelError({ kind: "rate-limited", retryAfterMs });
    const { ask, wait } = setUp([busy, "First"], ["Second", "Second again"]);
    expect(await ask()).toBe("Second");
    wait(ms - 1);
    expect(await ask()).toBe("Second again");
    wait(1);
    expect(await ask()).toBe("First");
  });

  it("is skipped if its stream broke, as long as its provider asks for", async () => {
    const kind = "rate-limited";
    const busy = new ModelError({ kind, retryAfterMs: 120_000 });
    const { ask, wait } = setUp([["Hal", busy], "First"], ["Second"]);
    await expect(ask()).rejects.toBe(busy);
    wait(119_999);
    expect(await ask()).toBe("Second");
    wait(1);
    expect(await ask()).toBe("First");
  });

  it("is not skipped if it withheld the rest of its answer, or wrote until the caller aborted", async () => {
    const filtered = new ModelError({ kind: "filtered" });
    const never = new Promise(() => {});
    const script = [["Hal", filtered], ["Hal", never], "First"];
    const { ask, wait } = setUp(script, []);
    await expect(ask()).rejects.toBe(filtered);
    const stop = new AbortController();
    const answer = ask(stop.signal);
    await new Promise(setImmediate);
    wait(10_000);
    stop.abort("too late");
    await expect(answer).rejects.toBe("too late");
    expect(await ask()).toBe("First");
  });

  it("is skipped if it hung until the caller aborted", async () => {
    const never = new Promise(() => {});
    const script = [[never], [never], "First"];
    const { ask, wait } = setUp(script, ["Second"]);
    for (const ms of [9_999, 10_000]) {
      const stop = new AbortController();
      const answer = ask(stop.signal);
      wait(ms);
      stop.abort("too late");
      await expect(answer).rejects.toBe("too late");
    }
    expect(await ask()).toBe("Second");
  });

  it("is asked anyway if the others fail too", async () => {
    const { ask } = setUp([down, "First"], ["Second", down]);
    expect(await ask()).toBe("Second");
    expect(await ask()).toBe("First");
  });

  it("is asked first again if all are skipped", async () => {
    const { ask, second } = setUp([down, "First"], [down]);
    await expect(ask()).rejects.toBe(down);
    expect(await ask()).toBe("First");
    expect(second.prompts).toHaveLength(1);
  });

  it.each([
    ["may be charged", new ModelError({ kind: "unreachable" }), [70]],
    ["is free", down, []],
  ])(
    "is announced to the meter if its failed call %s",
    async (_, error, asked) => {
      const { second, model } = setUp([error], ["Second"]);
      const announced: number[] = [];
      const beforeRepeat = async () => announced.push(70) && 70;
      const { signal } = new AbortController();
      await Array.fromAsync(
        model.generate({ messages: [] }, { signal, beforeRepeat }),
      );
      expect(announced).toEqual(asked);
      expect(second.limits).toEqual(asked.length > 0 ? asked : [undefined]);
    },
  );
});
