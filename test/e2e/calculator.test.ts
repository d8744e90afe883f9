import { expect, it } from "vitest";
import { readAttacks } from "../../bench/attacks/attack.ts";
import { findFault } from "../../bench/attacks/find-fault.ts";
import { startOpenAIServer } from "../stubs/openai-server.ts";
import { toolCalls } from "../stubs/tool-calls.ts";
import { createApiClient } from "./api-client.ts";
import { closeAfterAll } from "./close-after-all.ts";
import { startParley } from "./wrangler-dev.ts";

/** Maximum number of calls in a reply. */
const MAX_CALLS = 16;

const attacks = readAttacks("bench/attacks.jsonl");
const volleys = Array.from(
  { length: Math.ceil(attacks.length / MAX_CALLS) },
  (_, index) => attacks.slice(index * MAX_CALLS, (index + 1) * MAX_CALLS),
);

/** The calculations in the model's next reply. */
let inputs: readonly string[] = [];

const model = await startOpenAIServer({
  respond: ({ messages }) =>
    messages.at(-1)?.role === "tool"
      ? "That is all."
      : toolCalls(
          inputs.map((expression) => ({
            name: "calculator",
            arguments: { expression },
          })),
          { pieceLength: 10_000 },
        ),
});
const dev = await startParley({
  variables: {
    OPENAI_API_KEY: "sk-test",
    OPENAI_BASE_URL: model.url,
    AGENT_STYLE: "tool-calling",
    AGENT_MAX_STEPS: "50",
  },
});
closeAfterAll(dev, model);

/** Runs calculations in one turn and returns the calculator's results. */
async function calculate(
  expressions: readonly string[],
): Promise<readonly string[]> {
  inputs = expressions;
  const { status, reply, steps } = await createApiClient(dev.url).ask({
    conversation: "attacked",
    text: "Calculate that.",
  });
  expect(status).toBe("delivered");
  expect(reply?.text).toBe("That is all.");
  expect(steps).toHaveLength(expressions.length);
  return steps.map(({ observation }) => observation);
}

it.each(volleys.map((volley, index) => ({ volley, number: index + 1 })))(
  "the calculator survives hostile calculations in workerd: volley $number",
  async ({ volley }) => {
    const answers = await calculate(volley.map(({ input }) => input));
    const nextInputs = [
      "0.1 + 0.2",
      ...new Set(volley.flatMap(({ after }) => after?.input ?? [])),
    ];
    const next = await calculate(nextInputs);
    expect(next[0]).toBe("0.3");
    const faults = volley.map((attack, index) =>
      findFault(attack, {
        answer: answers[index] ?? "",
        answerAfter: next[nextInputs.indexOf(attack.after?.input ?? "")],
      }),
    );
    expect(faults).toEqual(volley.map(() => undefined));
  },
);
