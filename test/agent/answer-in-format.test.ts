import { describe, expect, it } from "vitest";
import type { AgentStyleName } from "../../src/agent/styles/agent-style.ts";
import { AGENT_STYLES } from "../../src/agent/styles/agent-styles.ts";
import { action, finalAnswer } from "../fakes/create-agent.ts";
import { runScriptedAgent } from "../fakes/run-scripted-agent.ts";
import type { ScriptedReply } from "../fakes/scripted-model.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";

const schema = {
  type: "object",
  properties: { answer: { type: "string" } },
  required: ["answer"],
  additionalProperties: false,
};
const JSON_ANSWER = '{"answer": "42"}';
const WRONG = '{"answer": 42}';

const echo = createScriptedTool("echo", (text) => `You said ${text}.`);
async function run(
  replies: readonly ScriptedReply[],
  {
    format = { schema },
    ...options
  }: Parameters<typeof runScriptedAgent>[1] & {
    format?: { schema: object; isStrict?: true };
  } = {},
) {
  const answerFormat = format as never;
  const given = { tools: [echo], answerFormat, ...options };
  const { model, ...result } = await runScriptedAgent(replies, given);
  return { ...result, prompts: model.prompts };
}

/** An action, and a final answer whose text is JSON. */
const SCRIPTS: Record<AgentStyleName, readonly ScriptedReply[]> = {
  "conversational-react": [action("echo", "a"), finalAnswer(JSON_ANSWER)],
  "chat-zero-shot-react": [
    `Thought: Hm.\nAction:\n\`\`\`json\n${action("echo", "a")}\n\`\`\``,
    `Thought: Now I know.\nFinal Answer: ${JSON_ANSWER}`,
  ],
  "zero-shot-react": [
    "Thought: Hm.\nAction: echo\nAction Input: a",
    `Thought: Now I know.\nFinal Answer:\n\`\`\`json\n${JSON_ANSWER}\n\`\`\``,
  ],
  "tool-calling": [
    [
      {
        type: "tool-call",
        index: 0,
        id: "1",
        name: "echo",
        arguments: '{"text": "a"}',
      },
    ],
    JSON_ANSWER,
  ],
};

describe("an answer in a format", () => {
  it.each(Object.entries(SCRIPTS))(
    "is the JSON of the final answer, after tools: %s",
    async (name, replies) => {
      const style = AGENT_STYLES[name as AgentStyleName];
      const { events, last, prompts } = await run(replies, { style });
      expect(events.map(({ type }) => type)).toEqual([
        "decided",
        "step",
        "finish",
      ]);
      expect(last).toMatchObject({ usage: { modelCalls: 1 } });
      expect(JSON.parse(Reflect.get(last ?? {}, "output"))).toEqual({
        answer: "42",
      });
      const [system] = prompts[0]?.messages ?? [];
      expect(system?.content).toContain(JSON.stringify(schema));
      // The server would let the model call no tool.
      expect(prompts[0]).not.toHaveProperty("replySchema");
    },
  );

  it.each([
    [
      "an object in place of a text",
      `{"action": "Final Answer", "action_input": ${JSON_ANSWER}}`,
    ],
    ["words around it", `Here you are: ${JSON_ANSWER} Bye!`],
    ["a fence", `\`\`\`json\n${JSON_ANSWER}\n\`\`\``],
    ["reasoning before it", `<think>Is it {42}?</think>${JSON_ANSWER}`],
  ])("is found in a reply with %s", async (_, reply) => {
    const { last, prompts } = await run([reply]);
    expect(prompts).toHaveLength(1);
    expect(JSON.parse(Reflect.get(last ?? {}, "output"))).toEqual({
      answer: "42",
    });
  });

  it("is never an action of the agent, whatever the schema lets through", async () => {
    const format = { schema: { type: "object" } };
    const wrapped = finalAnswer("nope");
    const { last } = await run([wrapped, wrapped], { format });
    expect(last).toMatchObject({ type: "gave-up", limit: "format" });
  });

  it.each([
    { type: "object", properties: { action_input: {} } },
    { $ref: "#/$defs/a", $defs: { a: { required: ["action_input"] } } },
  ])("may have a field of that name if its schema has: %j", async (own) => {
    const json = '{"action_input": 1}';
    const given = { tools: [], format: { schema: own } };
    expect((await run([json], given)).last).toMatchObject({ output: json });
  });

  it("is enforced by the server in a call that can only answer", async () => {
    const { last, prompts } = await run([JSON_ANSWER], {
      tools: [],
      format: { schema, isStrict: true },
    });
    expect(last).toMatchObject({ type: "finish", output: JSON_ANSWER });
    expect(prompts).toMatchObject([{ replySchema: schema, isStrict: true }]);
  });

  it("is asked for when a limit is reached", async () => {
    const { last, prompts } = await run([action("echo", "a"), JSON_ANSWER], {
      maxSteps: 1,
    });
    expect(last).toMatchObject({ type: "finish", output: JSON_ANSWER });
    expect(prompts[1]).toMatchObject({ replySchema: schema });
    expect(JSON.stringify(prompts[1]?.messages)).toContain("You said a.");
  });

  it("is made of the result of a tool that returns directly", async () => {
    const tool = createScriptedTool("echo", () => "It is 42.");
    const { last, prompts } = await run([action("echo", "a"), JSON_ANSWER], {
      tools: [{ ...tool, returnsDirectly: true }],
    });
    expect(last).toMatchObject({ type: "finish", output: JSON_ANSWER });
    expect(JSON.stringify(prompts[1]?.messages)).toContain("It is 42.");
  });

  it("is repaired once, knowing what is wrong", async () => {
    const { last, prompts } = await run([finalAnswer(WRONG), JSON_ANSWER]);
    expect(last).toMatchObject({
      type: "finish",
      output: JSON_ANSWER,
      usage: { modelCalls: 2 },
    });
    expect(prompts[1]).toMatchObject({ replySchema: schema });
    expect(prompts[1]?.messages.slice(-2)).toMatchObject([
      { role: "assistant", content: WRONG },
      { role: "user", content: expect.stringContaining("/answer: Instance") },
    ]);
  });

  it.each([
    ["with tools", {}, [finalAnswer("It is 42."), WRONG]],
    ["without", { tools: [] }, ["It is 42.", WRONG]],
    ["cut off", { tools: [] }, ['{"answer": "4', '{"answer": "42']],
  ])(
    "is given up if the repair does not conform either: %s",
    async (_, options, replies) => {
      const { events, last } = await run(replies, options);
      expect(last).toMatchObject({
        type: "gave-up",
        limit: "format",
        usage: { modelCalls: 2 },
      });
      expect(events.map(({ type }) => type)).not.toContain("delta");
    },
  );

  it("is nothing at all if it is stopped", async () => {
    const stopper = new AbortController();
    const pause = new Promise<void>(() => {});
    setTimeout(() => stopper.abort(), 20);
    const { last } = await run([['{"answer": "4', pause]], {
      stop: stopper.signal,
    });
    expect(last).toMatchObject({ type: "stopped", output: "" });
  });
});
