import { describe, expect, it } from "vitest";
import { toReplyBody } from "../../src/http/reply-body.ts";
import { ReplyBody } from "../../src/http/schemas/bodies.ts";
import type { Source, Turn, TurnStatus } from "../../src/types/turn.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createStep, createTurn, USAGE } from "../fixtures/turns.ts";

/** The body, which is as the API's description says. */
function bodyOf(turn: Partial<Turn>) {
  const body = toReplyBody({
    id: "1",
    status: "delivered",
    message: createMessage({ id: "1" }),
    steps: [],
    reply: "Hi!",
    usage: USAGE,
    attempts: 1,
    acceptedAt: 0,
    ...turn,
  });
  expect(ReplyBody.parse(body)).toEqual(body);
  return body;
}

it("the body contains the usage, and whether it is estimated", () => {
  const counts = {
    input_tokens: 10,
    cached_input_tokens: 4,
    output_tokens: 3,
    model_calls: 1,
  };
  expect(bodyOf({ usage: USAGE }).usage).toEqual(counts);
  expect(bodyOf({ usage: { ...USAGE, isEstimated: true } }).usage).toEqual({
    ...counts,
    is_estimated: true,
  });
});

it("says that the answer was stopped, once there is one", () => {
  expect(bodyOf({ isStopped: true }).is_stopped).toBe(true);
  const { reply: _, ...open } = createTurn({
    message: createMessage({ id: "1" }),
    isStopped: true,
  });
  expect(toReplyBody(open)).not.toHaveProperty("is_stopped");
});

it("has the steps that have ended, as they may be shown, with their times", () => {
  const done = {
    ...createStep({ observation: "2" }),
    shown: { thought: "Sums.", input: "1 + 1", observation: "Two" },
    modelMs: 0,
    toolMs: 5,
  };
  expect(bodyOf({ steps: [done, createStep()] }).steps).toEqual([
    {
      thought: "Sums.",
      tool: "calculator",
      input: "1 + 1",
      observation: "Two",
      usage: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 3 },
      model_ms: 0,
      tool_ms: 5,
    },
  ]);
});

it.each(["is_for_person", "is_over_budget"])(
  "says that the model has not answered: %s",
  (name) => {
    const turn = { isForPerson: true, isOverBudget: true } as const;
    expect(bodyOf(turn)).toMatchObject({ [name]: true });
    expect(bodyOf({})).not.toHaveProperty(name);
  },
);

describe("the sources", () => {
  const page = (index: number): Source => ({
    title: `Page ${index}`,
    url: `https://example.org/${index}`,
  });
  const stepWith = (...sources: readonly Source[]) => ({
    ...createStep({ tool: "search", observation: "…" }),
    sources,
  });

  it("are those of all steps, each page once with its first title", () => {
    const steps = [
      stepWith(page(1), page(2)),
      createStep({ observation: "2" }),
      stepWith({ ...page(2), title: "Again" }, page(3)),
    ];
    expect(bodyOf({ steps }).sources).toEqual([page(1), page(2), page(3)]);
  });

  it("are at most twenty", () => {
    const pages = Array.from({ length: 30 }, (_, index) => page(index));
    const steps = [stepWith(...pages.slice(0, 15)), stepWith(...pages)];
    expect(bodyOf({ steps }).sources).toEqual(pages.slice(0, 20));
  });

  it("are an empty list if no tool named any", () => {
    const steps = [createStep({ observation: "2" })];
    expect(bodyOf({ steps }).sources).toEqual([]);
  });

  it.each<[TurnStatus, number]>([
    ["accepted", 0],
    ["thinking", 0],
    ["answered", 1],
    ["delivered", 1],
    ["failed", 0],
  ])("of a turn that is %s are %i", (status, count) => {
    const body = bodyOf({ status, steps: [stepWith(page(1))] });
    expect(body.sources).toHaveLength(count);
  });

  it("are left out of the steps", () => {
    const { steps } = bodyOf({ steps: [stepWith(page(1))] });
    expect(steps[0]).not.toHaveProperty("sources");
  });
});

it("has the question with the texts that answer it", () => {
  const buttons = [{ label: "Run it once", text: "approve 7k2m9q" }];
  const question = { kind: "approval", code: "7k2m9q", buttons } as const;
  expect(bodyOf({ question: { ...question, until: 0 } }).question).toEqual({
    kind: "approval",
    expires_at: "1970-01-01T00:00:00.000Z",
    buttons,
  });
  const forTeam = { ...question, until: 0, isForOperators: true } as const;
  expect(bodyOf({ question: forTeam }).question?.is_for_operators).toBe(true);
  expect(bodyOf({})).not.toHaveProperty("question");
});
