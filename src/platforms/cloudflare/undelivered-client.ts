import { createSplitFailureList } from "../../conversation/failures/split-failure-list.ts";
import type { UndeliveredList } from "../../types/undelivered.ts";
import type { Env } from "./env.ts";

/** Client of the objects that list what was given up. */
export function createDurableObjectUndelivered(
  namespace: Env["FAILURE_LIST"],
): UndeliveredList {
  return createSplitFailureList(
    (part) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each object lists one kind of failures
      namespace.getByName(`undelivered/${part}`) as unknown as UndeliveredList,
  );
}
