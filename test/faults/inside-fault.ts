import * as z from "zod";

/** A point in the Worker at which its process is killed. */
export const InsideFault = z.object({
  /**
   * Applies only to this conversation, or another object of that name; other
   * conversations continue until the process is dead.
   */
  conversation: z.string(),
  /** e.g. `before commitTurn` */
  point: z.string(),
  /**
   * `at once`: writes since the last wait are not durable yet. `once stored`:
   * all writes are on disk. `reset`: the process survives, but the object is
   * evicted once, as by a deploy.
   */
  when: z.enum(["at once", "once stored", "reset"]),
});

export type InsideFault = z.infer<typeof InsideFault>;

/** Variable with a Worker's fault as JSON; empty: none. */
export const FAULT_VARIABLE = "FAULT";

/**
 * Printed when the Worker reaches the point; it then blocks until it is killed.
 */
export const REACHED = "The fault's point is reached.";
