import { vi } from "vitest";

/**
 * A process that can die at any gate; then nothing that it awaits ever settles.
 */
export interface Process {
  readonly name: string;
  readonly isDead: boolean;
  /**
   * Does the work between two gates, at which the process may die or be
   * overtaken.
   */
  readonly gate: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly kill: () => void;
  /** Runs in the background until the process dies. */
  readonly start: (work: () => Promise<void>) => void;
}

interface Waiting {
  readonly owner: Process;
  readonly resume: () => void;
}

/**
 * A deterministic scheduler: processes run one at a time, from gate to gate, in
 * the order in which they are resumed.
 */
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

  /**
   * Waits until each process waits at a gate, or for a timer, which is then
   * advanced.
   */
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
    /**
     * Lets one waiting process continue to its next gate; does nothing if none
     * waits.
     */
    async resume(pick: number): Promise<void> {
      await settle();
      const [one] = waiting.splice(pick % Math.max(waiting.length, 1), 1);
      one?.resume();
      await settle();
    },
    /** Waits until all have ended. */
    async finish(): Promise<void> {
      await settle();
      while (waiting.length > 0) await this.resume(0);
    },
  };
}
