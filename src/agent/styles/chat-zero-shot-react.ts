import { createLabelledStyle } from "./labelled-style.ts";
import { nameForPrompt } from "./name-for-prompt.ts";

/** Thought, then Action as a block of JSON, or the final answer as text. */
export const chatZeroShotReact = createLabelledStyle({
  actionForm: writeBlock(`{"action": "<tool>", "action_input": "<input>"}`),
  writeAction: ({ tool, input }) =>
    writeBlock(
      JSON.stringify({ action: nameForPrompt(tool), action_input: input }),
    ),
});

function writeBlock(json: string): string {
  return `Action:\n\`\`\`json\n${json}\n\`\`\``;
}
