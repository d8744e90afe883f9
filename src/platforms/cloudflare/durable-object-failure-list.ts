import type { FailureList } from "../../archive.ts";
import type { Env } from "./env.ts";

/** The way to the object that lists failed turns, from the edge and from conversations. */
export function createDurableObjectFailureList(
  namespace: Env["FAILURE_LIST"],
): FailureList {
  const object = () => namespace.getByName("failures");
  return {
    add: async (turn) => object().add(turn),
    remove: async (turn) => object().remove(turn),
    find: async (number) => object().find(number),
    list: async (options) => object().list(options),
  };
}
