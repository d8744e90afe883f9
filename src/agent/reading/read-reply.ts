import type { TextReading } from "../styles/agent-style.ts";
import { readAnyFormat } from "./read-any-format.ts";
import { readAskedObject } from "./read-asked-object.ts";

/**
 * What a whole reply means, in whatever format it was written: the first decisive action or final answer, else prose as
 * the answer, else unreadable with a reason that the model can act on. A plain name that is not among `tools` is still
 * an action, for the executor to refuse. Never throws; takes time linear in the reply's length.
 * @param isCut the reply was cut off at a length limit: what reaches to its end, and may not be whole, is unreadable
 */
export function readReply(
  text: string,
  { tools, isCut = false }: { tools: readonly string[]; isCut?: boolean },
): TextReading {
  return (
    readAskedObject(text, { tools }) ?? readAnyFormat(text, { tools, isCut })
  );
}
