import type * as z from "zod";
import type { Tool } from "../../../src/types/tool.ts";

/** A tool that is described but never run. */
export function createTool(input: z.ZodObject): Tool {
  return {
    name: "book",
    description: "Books a table.",
    input,
    run: () => Promise.reject(new Error("Nothing is booked in this test.")),
  };
}
