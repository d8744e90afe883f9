import * as z from "zod";
import type { Tool } from "../../src/ports.ts";

const input = z.object({ text: z.string() });

/** A tool with one text field that does what it is told, and remembers its inputs. */
export function createScriptedTool(
  name: string,
  run: (text: string, signal: AbortSignal) => string | Promise<string>,
): Tool<typeof input> & { readonly inputs: readonly string[] } {
  const inputs: string[] = [];
  return {
    name,
    description: `does what the test says`,
    input,
    inputs,
    async run({ text }, { signal }) {
      inputs.push(text);
      return run(text, signal);
    },
  };
}
