import { env } from "cloudflare:workers";
import { FAULT_VARIABLE, InsideFault, REACHED } from "./inside-fault.ts";

/** Some twenty seconds: a Worker that nobody kills must not run for ever. */
const LONGEST_STAND = 2e10;

/** In this process. */
let hasReset = false;

/** Stops the whole process, with all its conversations, when the given conversation reaches the given point. */
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

/** Without leaving the thread: while it runs, the storage writes nothing, and no other conversation gets a turn. */
function standStill(): never {
  for (let turn = 0; turn < LONGEST_STAND; turn++);
  throw new Error("Nobody has killed this process.");
}
