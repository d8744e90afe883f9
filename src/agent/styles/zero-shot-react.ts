import { createLabelledStyle } from "./labelled-style.ts";
import { nameForPrompt } from "./name-for-prompt.ts";

/** Thought, Action and Action Input as lines of text; also for models that complete texts. */
export const zeroShotReact = createLabelledStyle({
  actionForm: `Action: <tool>
Action Input: <input>`,
  writeAction: ({ tool, input }) => `Action: ${nameForPrompt(tool)}
Action Input: ${typeof input === "string" ? input : JSON.stringify(input)}`,
});
