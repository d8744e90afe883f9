import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AgentStyleName } from "../../src/agent/styles/agent-style.ts";
import { STYLE_SCRIPTS } from "../fakes/style-scripts.ts";
import { startOpenAIServer, type StubReply } from "../stubs/openai-server.ts";
import { startSearchServer } from "../stubs/search-server.ts";
import { SEARCH_SERVICES } from "../stubs/search-services.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { modelVariables } from "./stub-variables.ts";
import { eventually, startParley, type WranglerDev } from "./wrangler-dev.ts";

const STYLES: readonly AgentStyleName[] = [
  "conversational-react",
  "chat-zero-shot-react",
  "zero-shot-react",
  "tool-calling",
];

/** The model's next replies. */
let script: StubReply[] = [];

const model = await startOpenAIServer({
  respond: () => script.shift() ?? { status: 400, body: "Not scripted." },
});
const wikipedia = await startSearchServer(SEARCH_SERVICES.wikipedia);
closeAfterAll(model, wikipedia);

describe.each(STYLES)("%s, in workerd", (style) => {
  const { act, answer, broken, cutAnswer } = STYLE_SCRIPTS[style];
  let dev: WranglerDev;
  let number = 0;

  beforeAll(async () => {
    dev = await startParley({
      variables: {
        ...modelVariables(model),
        AGENT_STYLE: style,
        AGENT_MAX_STEPS: "4",
        TOOL_TIMEOUT_SECONDS: "1",
        WIKIPEDIA_BASE_URL: wikipedia.url,
      },
    });
  });
  afterAll(() => dev?.close());
  beforeEach(() => void number++);

  /** Asks once, in the test's own conversation, with these replies. */
  async function ask(...replies: StubReply[]) {
    script = replies;
    const before = model.requests.length;
    const turn = await createApiClient(dev.url).ask({
      conversation: `${style} ${number}`,
      text: "What is it?",
    });
    expect(script).toEqual([]);
    return {
      ...turn,
      text: turn.reply?.text,
      observations: turn.steps.map(({ observation }) => observation),
      prompts: model.requests.slice(before).map(({ body }) => body.messages),
    };
  }

  /**
   * The same for a message without an answer; returns the status and the text
   * that the caller gets.
   */
  async function askForProblem(...replies: StubReply[]) {
    script = replies;
    const before = model.requests.length;
    const response = await createApiClient(dev.url).post(
      { conversation: `${style} ${number}`, text: "What is it?" },
      { prefer: "wait=60" },
    );
    expect(script).toEqual([]);
    return {
      status: response.status,
      problem: await response.text(),
      calls: model.requests.length - before,
    };
  }

  it("uses a tool and answers", async () => {
    const turn = await ask(
      act("calculator", { expression: "6 * 7" }),
      answer("It is 42."),
    );
    expect(turn).toMatchObject({
      status: "delivered",
      text: "It is 42.",
      steps: [{ tool: "calculator", observation: "42" }],
    });
    expect(JSON.stringify(turn.prompts[1]?.at(-1))).toContain("42");
  });

  it("includes earlier messages in the prompt", async () => {
    await ask(answer("Nice to meet you, Ada."));
    const { prompts } = await ask(answer("You are Ada."));
    expect(prompts[0]?.slice(1, 3)).toMatchObject([
      { role: "user", content: "What is it?" },
      { role: "assistant", content: "Nice to meet you, Ada." },
    ]);
  });

  it("lists the tools if the model calls an unknown one", async () => {
    const { observations, text } = await ask(
      act("telepathy", { thought: "x" }),
      answer("I cannot."),
    );
    expect(observations).toEqual([
      'There is no tool called "telepathy". Tools: search, calculator.',
    ]);
    expect(text).toBe("I cannot.");
  });

  it("tells the model what is wrong with a tool's input", async () => {
    const { observations } = await ask(
      act("calculator", { wrong: 1 }),
      answer("I cannot."),
    );
    expect(observations[0]).toContain("The input of calculator is wrong.");
    expect(observations[0]).toContain("expression");
  });

  it("tells the model plainly why a tool failed", async () => {
    wikipedia.replyNext({ status: 500, body: "stack at x:1" });
    const { observations } = await ask(
      act("search", { query: "lighthouse" }),
      answer("I could not look it up."),
    );
    expect(observations[0]).toContain("The search failed");
    expect(observations[0]).not.toContain("stack");
  });

  it("continues without a tool that hangs", async () => {
    wikipedia.replyNext("hang");
    const { observations } = await ask(
      act("search", { query: "lighthouse" }),
      answer("I could not look it up."),
    );
    expect(observations[0]).toContain("no answer within 0.9 seconds");
  });

  it("shows the model its unreadable reply, and asks again", async () => {
    const { steps, text, prompts } = await ask(broken, answer("It is 42."));
    expect(steps).toMatchObject([{ tool: "invalid_reply" }]);
    expect(text).toBe("It is 42.");
    expect(JSON.stringify(prompts[1]?.slice(-2))).toContain("calculator");
  });

  it("asks without a format after three unreadable replies", async () => {
    const { text, prompts } = await ask(
      broken,
      broken,
      broken,
      answer("My best guess."),
    );
    expect(text).toBe("My best guess.");
    expect(prompts[3]?.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(JSON.stringify(prompts[3])).not.toMatch(/calculator|action/i);
  });

  it("warns the model at the third identical tool call", async () => {
    const again = act("calculator", { expression: "1 + 1" });
    const { observations } = await ask(again, again, again, answer("Two."));
    expect(observations.slice(0, 2)).toEqual(["2", "2"]);
    expect(observations[2]).toContain("with this input twice");
  });

  it("asks for the best answer when the steps are exhausted", async () => {
    const actions = [1, 2, 3, 4].map((value) =>
      act("calculator", { expression: `${value} + 1` }),
    );
    const { text, prompts } = await ask(...actions, answer("As far as I see."));
    expect(text).toBe("As far as I see.");
    expect(prompts[4]?.at(-1)?.content).toContain("No more tools can be used");
  });

  it("fails with 502 if the model gives no answer even without a format", async () => {
    const actions = [1, 2, 3, 4, 5, 6].map((value) =>
      act("calculator", { expression: `${value} + 1` }),
    );
    const { status, problem } = await askForProblem(...actions);
    expect(status).toBe(502);
    expect(problem).toContain("I could not find an answer");
  });

  it("asks for a shorter reply if the model hits its length limit", async () => {
    const { steps, text } = await ask(
      cutAnswer("It is 42, which is"),
      answer("It is 42."),
    );
    expect(steps[0]?.observation).toContain("cut off");
    expect(text).toBe("It is 42.");
  });

  it("does not retry an account without credit, and reports it", async () => {
    const { status, problem, calls } = await askForProblem({
      status: 429,
      body: { error: { message: "No credit.", code: "insufficient_quota" } },
    });
    expect(calls).toBe(1);
    expect(status).toBe(503);
    expect(problem).toContain("has no credit left");
    await eventually("the operator's log line", () =>
      dev.log().includes("no credit left") ? true : undefined,
    );
  });
});

describe("zero-shot-react over text completions, in workerd", () => {
  const { act, answer } = STYLE_SCRIPTS["zero-shot-react"];
  let dev: WranglerDev;

  beforeAll(async () => {
    dev = await startParley({
      variables: {
        OPENAI_API_KEY: "sk-test",
        OPENAI_BASE_URL: model.url,
        OPENAI_API: "completions",
        AGENT_STYLE: "zero-shot-react",
      },
    });
  });
  afterAll(() => dev?.close());

  it("uses a tool and answers", async () => {
    script = [act("calculator", { expression: "6 * 7" }), answer("It is 42.")];
    const before = model.requests.length;
    const turn = await createApiClient(dev.url).ask({
      conversation: "text",
      text: "What is it?",
    });
    expect(turn).toMatchObject({
      reply: { text: "It is 42." },
      steps: [{ tool: "calculator", observation: "42" }],
    });
    const { path, body } = model.requests[before + 1] ?? {};
    expect(path).toBe("/v1/completions");
    expect(body?.prompt).toMatch(
      /User: What is it\?\n {2}\n {2}\[It is [^\]]+\]\nAssistant: Thought: /,
    );
    expect(body?.prompt).toMatch(/Observation[^\n]*\n\s*42\n$/);
  });
});

describe.each(STYLES)("%s with the demo model, in workerd", (style) => {
  let dev: WranglerDev;

  beforeAll(async () => {
    dev = await startParley({ variables: { AGENT_STYLE: style } });
  });
  afterAll(() => dev?.close());

  it("calculates and remembers a name", async () => {
    const api = createApiClient(dev.url);
    const ask = async (text: string) =>
      (await api.ask({ conversation: "demo", text })).reply?.text;
    await ask("Hello, my name is Ada.");
    expect(await ask("What is 12.5% of 80.16 * 3?")).toContain("30.06");
    expect(await ask("What is my name?")).toContain("Ada");
  });
});
