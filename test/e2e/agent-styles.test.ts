import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AgentStyleName } from "../../src/agent/styles/agent-styles.ts";
import { STYLE_SCRIPTS } from "../fakes/style-scripts.ts";
import {
  type OpenAIServer,
  startOpenAIServer,
} from "../stubs/openai-server.ts";
import {
  startWikipediaServer,
  type WikipediaServer,
} from "../stubs/wikipedia-server.ts";
import { createApiClient } from "./api-client.ts";
import { startWranglerDev, type WranglerDev } from "./wrangler-dev.ts";

const STYLES: readonly AgentStyleName[] = [
  "conversational-react",
  "chat-zero-shot-react",
  "zero-shot-react",
  "tool-calling",
];

let model: OpenAIServer;
let wikipedia: WikipediaServer;

beforeAll(async () => {
  model = await startOpenAIServer();
  wikipedia = await startWikipediaServer();
});
afterAll(async () => {
  await model?.close();
  await wikipedia?.close();
});

describe.each(STYLES)("%s, in workerd", (style) => {
  const { act, answer, broken } = STYLE_SCRIPTS[style];
  let dev: WranglerDev;
  let number = 0;

  beforeAll(async () => {
    dev = await startWranglerDev({
      variables: {
        OPENAI_API_KEY: "sk-test",
        OPENAI_BASE_URL: model.url,
        OPENAI_MODEL: "stub",
        AGENT_STYLE: style,
        AGENT_MAX_STEPS: "4",
        TOOL_TIMEOUT_SECONDS: "1",
        WIKIPEDIA_BASE_URL: wikipedia.url,
      },
    });
  });
  afterAll(() => dev?.close());
  beforeEach(() => void number++);

  /** Plays the replies to one message of a new conversation. */
  async function ask(...replies: Parameters<OpenAIServer["reply"]>[0][]) {
    for (const reply of replies) model.reply(reply);
    const before = model.requests.length;
    const turn = await createApiClient(dev.url).ask({
      conversation: `${style} ${number}`,
      text: "What is it?",
    });
    model.assertUsedUp();
    return {
      ...turn,
      text: turn.reply?.text,
      observations: turn.steps.map(({ observation }) => observation),
      prompts: model.requests.slice(before).map(({ body }) => body.messages),
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

  it("remembers what was said", async () => {
    await ask(answer("Nice to meet you, Ada."));
    const { prompts } = await ask(answer("You are Ada."));
    expect(prompts[0]?.slice(1, 3)).toMatchObject([
      { role: "user", content: "What is it?" },
      { role: "assistant", content: "Nice to meet you, Ada." },
    ]);
  });

  it("tells the model which tools there are when it calls another", async () => {
    const { observations, text } = await ask(
      act("telepathy", { thought: "x" }),
      answer("I cannot."),
    );
    expect(observations).toEqual([
      'There is no tool called "telepathy". Tools: search, calculator.',
    ]);
    expect(text).toBe("I cannot.");
  });

  it("tells the model what is wrong with its input", async () => {
    const { observations } = await ask(
      act("calculator", { wrong: 1 }),
      answer("I cannot."),
    );
    expect(observations[0]).toContain("The input of calculator is wrong.");
    expect(observations[0]).toContain("expression");
  });

  it("tells the model in plain words why a tool failed", async () => {
    wikipedia.failNext({ kind: "answer", status: 500, body: "stack at x:1" });
    const { observations } = await ask(
      act("search", { query: "lighthouse" }),
      answer("I could not look it up."),
    );
    expect(observations[0]).toContain("The search failed");
    expect(observations[0]).not.toContain("stack");
  });

  it("goes on without a tool that hangs", async () => {
    wikipedia.failNext({ kind: "hang" });
    const { observations } = await ask(
      act("search", { query: "lighthouse" }),
      answer("I could not look it up."),
    );
    expect(observations[0]).toContain("gave no result within 1 seconds");
  });

  it("shows the model a reply that it could not read, and asks again", async () => {
    const { steps, text, prompts } = await ask(broken, answer("It is 42."));
    expect(steps).toMatchObject([{ tool: "invalid_reply" }]);
    expect(text).toBe("It is 42.");
    expect(JSON.stringify(prompts[1]?.slice(-2))).toContain("calculator");
  });

  it("asks for the best answer after three unreadable replies", async () => {
    const { text, prompts } = await ask(
      broken,
      broken,
      broken,
      answer("My best guess."),
    );
    expect(text).toBe("My best guess.");
    expect(prompts[3]?.at(-1)?.content).toContain("No more tools can be used");
  });

  it("tells the model that it repeats itself, the third time", async () => {
    const again = act("calculator", { expression: "1 + 1" });
    const { observations } = await ask(again, again, again, answer("Two."));
    expect(observations.slice(0, 2)).toEqual(["2", "2"]);
    expect(observations[2]).toContain("twice already");
  });

  it("asks for the best answer when the steps are used up", async () => {
    const actions = [1, 2, 3, 4].map((value) =>
      act("calculator", { expression: `${value} + 1` }),
    );
    const { text, prompts } = await ask(...actions, answer("As far as I see."));
    expect(text).toBe("As far as I see.");
    expect(prompts[4]?.at(-1)?.content).toContain("No more tools can be used");
  });

  it("says plainly that it came to no answer when the best one is none", async () => {
    const actions = [1, 2, 3, 4, 5].map((value) =>
      act("calculator", { expression: `${value} + 1` }),
    );
    const { status, text } = await ask(...actions);
    expect(status).toBe("failed");
    expect(text).toMatch(/^I did not come to an answer/);
  });

  it("asks for a shorter reply when the model was cut off at its length limit", async () => {
    const { steps, text } = await ask(
      { ...answer("It is 42, which is"), finishReason: "length" },
      answer("It is 42."),
    );
    expect(steps[0]?.observation).toContain("cut off");
    expect(text).toBe("It is 42.");
  });

  it("does not ask again when the account is empty, and says so plainly", async () => {
    const { status, text, prompts } = await ask({
      status: 429,
      body: {
        error: { message: "No credit.", code: "insufficient_quota" },
      },
    });
    expect(prompts).toHaveLength(1);
    expect(status).toBe("failed");
    expect(text).not.toContain("quota");
    expect(dev.log()).toContain("no credit left");
  });
});
