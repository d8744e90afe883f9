import { createTextReader } from "../reading/text-reader.ts";
import { INVALID_REPLY } from "../to-steps.ts";
import type { AgentStyle } from "./agent-style.ts";
import { HOW_TO_ANSWER, writeObservation } from "./write-steps.ts";

/**
 * The last resort for a model that follows no format: the prompt holds the
 * observations, without tools, labels or JSON, and the whole reply is the
 * answer.
 */
export const plainAnswer: AgentStyle = {
  systemMessage: ({ instructions }) => `${instructions}\n\n${HOW_TO_ANSWER}`,
  callsNatively: false,
  scratchpad: (steps) =>
    steps
      .filter(({ action }) => action.tool !== INVALID_REPLY)
      .map(({ action, observation }) => ({
        role: "observation",
        content: writeObservation(action, observation),
      })),
  answerNow: "",
  expectedForm: "",
  createReader: () => createTextReader({ tools: [] }),
};
