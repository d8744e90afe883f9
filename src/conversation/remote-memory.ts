import type { Memory } from "./memory.ts";

/**
 * What is asked of a conversation's memory from elsewhere, and has no
 * consequences but those that the memory itself takes care of.
 */
export const REMOTE_VERBS = [
  "readRecord",
  "chooseVersion",
  "recall",
  "recallNotes",
  "editNote",
  "schedule",
  "listSchedules",
  "cancelSchedule",
  "adoptSchedules",
  "findLink",
  "changeLink",
  "findEvent",
] as const satisfies readonly (keyof Memory)[];

export type RemoteMemory = Pick<Memory, (typeof REMOTE_VERBS)[number]>;
