import * as z from "zod";
import type { Library } from "../../library.ts";
import type { Tool } from "../../ports.ts";
import { reportNothing } from "./report-nothing.ts";
import { reportPassages } from "./report-passages.ts";

const input = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .describe("What to look for: a few words, e.g. return policy"),
});

/** More would leave each of them too short to say anything. */
const MAX_PASSAGES = 3;

/** Looks things up in the operator's own documents. */
export function createLibraryTool({
  library,
}: {
  library: Library;
}): Tool<typeof input> {
  return {
    name: "library",
    description:
      "Our own documents: look here before you search elsewhere. Input: a few telling words.",
    input,
    async run({ query }, { signal }) {
      const answer = await library.search(query, {
        limit: MAX_PASSAGES,
        signal,
      });
      return answer.kind === "found"
        ? reportPassages(answer)
        : reportNothing(answer, { query });
    },
  };
}
