import { describe, expect, it } from "vitest";
import { createApproval } from "../../../src/conversation/answer/ask-approval.ts";
import { PauseError, ToolError } from "../../../src/types/errors.ts";
import type { Tool } from "../../../src/types/tool.ts";
import type { Step } from "../../../src/types/turn.ts";
import { createScriptedTool } from "../../fakes/scripted-tool.ts";
import { createStep } from "../../fixtures/turns.ts";

const tool = createScriptedTool("act", () => "");
const HARMFUL = { effect: "harmful" } as const;
const UNKNOWN = { effect: "unknown", server: "shop" } as const;

async function approve(
  steps: readonly Step[],
  {
    read = [],
    described = [],
    canAsk = true,
    ...effect
  }: {
    read?: readonly string[];
    described?: readonly string[];
    canAsk?: boolean;
  } & Pick<Tool, "effect" | "server">,
  action = steps.at(-1)?.action ?? createStep().action,
): Promise<unknown> {
  const approval = createApproval({
    steps,
    findOrigins: (before) => ({
      read: [...read, ...before.map((step) => step.action.tool)],
      described,
    }),
    unasked: [],
    canAsk,
  });
  return approval({ ...tool, ...effect }, { a: 1 }, action).catch(
    (error: unknown) => error,
  );
}

describe("an action", () => {
  it.each<[boolean, Parameters<typeof approve>[1]]>([
    [false, {}],
    [false, HARMFUL],
    [true, { ...HARMFUL, read: ["page"] }],
    [true, { ...HARMFUL, described: ["shop"] }],
    [false, { ...UNKNOWN, read: ["shop"], described: ["shop", "other"] }],
    [true, { ...UNKNOWN, read: ["shop", "page"] }],
  ])("is approved by a person (%s): %j", async (isAsked, given) => {
    const result = await approve([createStep()], given);
    expect(result instanceof PauseError).toBe(isAsked);
  });

  it("does not depend on what others of the same reply have found", async () => {
    const first = createStep();
    const { action } = createStep();
    const next = {
      ...first,
      action: { ...action, withPrevious: true as const },
    };
    expect(await approve([first, next], HARMFUL)).toBeUndefined();
    expect(await approve([first, createStep()], HARMFUL)).toBeInstanceOf(
      PauseError,
    );
  });

  it("is not done where nobody can be asked", async () => {
    const given = { ...HARMFUL, read: ["page"], canAsk: false };
    expect(await approve([createStep()], given)).toBeInstanceOf(ToolError);
  });

  it("is the approved one however the fields of its input are ordered", async () => {
    const paused = async (input: unknown) => {
      const step = createStep();
      const approval = createApproval({
        steps: [step],
        findOrigins: () => ({ read: ["page"], described: [] }),
        unasked: [],
        canAsk: true,
      });
      const error = await approval(
        { ...tool, ...HARMFUL },
        input,
        step.action,
      ).catch((thrown: unknown) => thrown);
      return error instanceof PauseError && error.request.kind === "approval"
        ? error.request.action
        : undefined;
    };
    const one = await paused({ a: 1, b: [2, { c: 3, d: 4 }] });
    expect(one).toBe(await paused({ b: [2, { d: 4, c: 3 }], a: 1 }));
    expect(one).not.toBe(await paused({ a: 1, b: [{ c: 3, d: 4 }, 2] }));
    expect(await paused(["a"])).not.toBe(await paused({ 0: "a" }));
  });
});
