import { sumUsage } from "../text/tokens.ts";
import type { AgentAction, Step, StepCost } from "../types/turn.ts";
import { explainReply } from "./explain-reply.ts";
import type { AgentStyle, Reading } from "./styles/agent-style.ts";

type Decision = Exclude<Reading, { kind: "finish" }>;

/**
 * The steps of a reply that is not an answer: its actions, at most `maxActions`,
 * and notices about the parts without effect. The first bears the cost.
 */
export function toSteps(
  reading: Decision,
  {
    style,
    maxActions,
    cost,
  }: { style: AgentStyle; maxActions: number; cost: StepCost },
): readonly Step[] {
  const actions = actionsOf(reading).slice(0, maxActions);
  return [
    ...actions.map((action) => ({ action })),
    ...explainReply(reading, { made: actions.length, style }),
  ].map((step, index) => ({
    ...step,
    ...(index === 0 ? cost : { usage: sumUsage([]) }),
  }));
}

function actionsOf(reading: Decision): readonly AgentAction[] {
  switch (reading.kind) {
    case "action":
      return [reading.action];
    case "calls":
      return reading.actions;
    case "unreadable":
      return [];
  }
}
