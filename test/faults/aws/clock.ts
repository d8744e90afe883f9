/** A scene's own time, by which its leases run: it goes on when the scene says so, however busy the machine is. */
export interface Clock {
  readonly now: () => number;
  readonly pass: (ms: number) => void;
}

/** @param tickMs goes by whenever somebody looks */
export function createClock({ tickMs = 0 } = {}): Clock {
  let time = Date.now();
  return {
    now: () => (time += tickMs),
    pass(ms) {
      time += ms;
    },
  };
}
