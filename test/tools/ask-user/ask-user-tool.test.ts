import { expect, it } from "vitest";
import { createAskUserTool } from "../../../src/tools/ask-user/ask-user-tool.ts";
import { PauseError } from "../../../src/types/errors.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";
import { createToolContext } from "../../fakes/create-tool-context.ts";

const OPTIONS = {
  ...createToolContext(),
  signal: new AbortController().signal,
  timeoutMs: 1_000,
  mayHaveRun: false,
};

const SAMPLE = { question: "Which day?", choices: ["Monday", " Tuesday\n"] };

describeToolContract(
  "the question",
  async () => {
    const tool = createAskUserTool();
    const run: typeof tool.run = async (given, options) => {
      try {
        return await tool.run(given, { ...options, mayAsk: true });
      } catch (error) {
        if (error instanceof PauseError) return "It asks.";
        throw error;
      }
    };
    return { tool: { ...tool, run }, close: async () => {} };
  },
  { samples: [SAMPLE] },
);

it("asks with the labels on one line each", async () => {
  const tool = createAskUserTool();
  const running = tool.run(tool.input.parse(SAMPLE), {
    ...OPTIONS,
    mayAsk: true,
  });
  await expect(running).rejects.toMatchObject({
    request: {
      kind: "choice",
      question: "Which day?",
      choices: ["Monday", "Tuesday"],
    },
  });
});

it("tells the model to choose itself where nobody answers", async () => {
  const tool = createAskUserTool();
  await expect(tool.run(tool.input.parse(SAMPLE), OPTIONS)).rejects.toThrow(
    /Choose yourself/,
  );
});

it("offers six choices of 40 characters", () => {
  const choices = ["a", "b", "c", "d", "e", "f".repeat(40)];
  const tool = createAskUserTool();
  const question = "?".repeat(500);
  expect(tool.input.parse({ question, choices })).toEqual({
    question,
    choices,
  });
  const long = `${question}?`;
  expect(tool.input.safeParse({ question: long, choices }).success).toBe(false);
});

it.each([
  [["one"]],
  [["a", "b", "c", "d", "e", "f", "g"]],
  [["same", " same "]],
  [["", "b"]],
  [["x".repeat(41), "b"]],
])("does not offer %j", (choices) => {
  const tool = createAskUserTool();
  expect(tool.input.safeParse({ question: "?", choices }).success).toBe(false);
});
