import * as z from "zod";

/** A point inside of the Worker where its process is to die. */
export const InsideFault = z.object({
  /** Only there, or in another object of that name; other conversations go on until the process is dead. */
  conversation: z.string(),
  /** E.g. `before commitTurn`. */
  point: z.string(),
  /**
   * `at once`: nothing that was written since the last wait is stored yet. `once stored`: all that was written so far is
   * on the disk. `reset`: the process lives, and the object is thrown out of it, once, as a deploy does.
   */
  when: z.enum(["at once", "once stored", "reset"]),
});

export type InsideFault = z.infer<typeof InsideFault>;

/** The name of the variable that tells a Worker of its fault, as JSON; empty: it lives. */
export const FAULT_VARIABLE = "FAULT";

/** Printed when the Worker has reached the point; it then pauses until it is killed. */
export const REACHED = "The fault's point is reached.";
