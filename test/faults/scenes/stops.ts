import type { Stop } from "../way.ts";

/** Calls without a kill. */
export function passing(...calls: readonly string[]): Stop {
  return { kind: "requests", calls, stages: [] };
}

export function asking(...calls: readonly string[]): Stop {
  return { kind: "requests", calls, stages: ["asked"] };
}

export function telling(...calls: readonly string[]): Stop {
  return { kind: "requests", calls, stages: ["asked", "done"] };
}
