import { env } from "cloudflare:workers";
import { FAULT_VARIABLE, InsideFault, REACHED } from "./inside-fault.ts";

/** About twenty seconds: a Worker that is not killed must not run forever. */
const LONGEST_STAND = 2e10;

/** Whether this process has reset an object. */
let hasReset = false;

/**
 * Blocks the whole process, with all its conversations, when the given
 * conversation reaches the given point.
 */
export interface Tripwire {
  readonly reach: (point: string) => Promise<void>;
}

export function createTripwire(
  state: DurableObjectState,
  namespace: DurableObjectNamespace,
): Tripwire {
  const fault = readFault();
  const isArmed =
    fault !== undefined &&
    state.id.equals(namespace.idFromName(fault.conversation));
  return {
    reach: async (point) => {
      if (!isArmed || point !== fault.point) return;
      if (fault.when === "reset") {
        if (hasReset) return;
        hasReset = true;
        return state.abort(
          "Durable Object reset because its code was updated.",
        );
      }
      if (fault.when === "once stored") await state.storage.sync();
      console.log(REACHED);
      standStill();
    },
  };
}

function readFault(): InsideFault | undefined {
  const variables: Readonly<Record<string, unknown>> = { ...env };
  const json = variables[FAULT_VARIABLE];
  return typeof json !== "string" || json === ""
    ? undefined
    : InsideFault.parse(JSON.parse(json));
}

/**
 * Blocks the thread: the storage writes nothing, and no other conversation
 * runs.
 */
function standStill(): never {
  for (let turn = 0; turn < LONGEST_STAND; turn++);
  throw new Error("Nobody has killed this process.");
}
