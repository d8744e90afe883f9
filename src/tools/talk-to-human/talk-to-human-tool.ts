import * as z from "zod";
import { ToolError } from "../../types/errors.ts";
import type { Tool } from "../../types/tool.ts";

const input = z.object({
  reason: z
    // With native tool calls, models send null for omitted fields.
    .preprocess((given) => given ?? undefined, z.string().optional())
    .describe("Why, in one sentence that the team reads"),
});

/** Asks for a person of the team; see `ToolContext.askForPerson`. */
export function createTalkToHumanTool(): Tool<typeof input> {
  return {
    name: "talk_to_human",
    description:
      "Asks for a person of the team, who takes this conversation over. Use it when the user wants a person, or needs what only a person can do.",
    input,
    isOwnText: true,
    isOffered: ({ askForPerson }) => askForPerson !== undefined,
    async run(_, { askForPerson, signal }) {
      signal.throwIfAborted();
      if (askForPerson === undefined)
        throw new ToolError("Nobody can come here. Tell the user so.");
      return askForPerson();
    },
  };
}
