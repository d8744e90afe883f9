import { vi } from "vitest";

/** A process that can die between any two things that it does. Nothing that it waits for then ever comes. */
export interface Process {
  readonly name: string;
  readonly isDead: boolean;
  /** Does the work between two points at which the process may die, or others may overtake it. */
  readonly gate: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly kill: () => void;
  /** Runs in the background until the process dies. */
  readonly start: (work: () => Promise<void>) => void;
}

interface Waiting {
  readonly owner: Process;
  readonly resume: () => void;
}

/** Processes that run one at a time, from point to point, in the order in which they are resumed: the same each time. */
export function createProcesses() {
  let waiting: Waiting[] = [];
  let running = 0;
  const errors: unknown[] = [];

  const create = (name: string): Process => {
    let isDead = false;
    let started = 0;
    const point = () =>
      new Promise<void>((resume) => {
        if (!isDead) waiting.push({ owner: process, resume });
      });
    const process: Process = {
      name,
      get isDead() {
        return isDead;
      },
      async gate(work) {
        await point();
        const result = await work();
        await point();
        return result;
      },
      kill() {
        if (isDead) return;
        isDead = true;
        waiting = waiting.filter(({ owner }) => owner !== process);
        running -= started;
      },
      start(work) {
        running++;
        started++;
        const end = (): void => {
          if (isDead) return;
          running--;
          started--;
        };
        work().then(end, (error: unknown) => {
          if (!isDead) errors.push(error);
          end();
        });
      },
    };
    return process;
  };

  const isStuck = (): boolean => running > 0 && waiting.length === 0;

  /** Until each process waits at a point, or for a timer: then time passes. */
  const settle = async (): Promise<void> => {
    await new Promise(setImmediate);
    for (let tries = 0; isStuck(); tries++) {
      if (tries > 100) throw new Error("A process waits for what never comes.");
      await vi.advanceTimersByTimeAsync(500);
      await new Promise(setImmediate);
    }
  };

  return {
    create,
    errors,
    /** Lets one of those that wait go on to its next point; nothing where none waits. */
    async resume(pick: number): Promise<void> {
      await settle();
      const [one] = waiting.splice(pick % Math.max(waiting.length, 1), 1);
      one?.resume();
      await settle();
    },
    /** Until all have ended. */
    async finish(): Promise<void> {
      await settle();
      while (waiting.length > 0) await this.resume(0);
    },
  };
}
