/**
 * A scene's clock for leases: advances only when the scene says so, however
 * busy the machine is.
 */
export interface Clock {
  readonly now: () => number;
  readonly pass: (ms: number) => void;
}

/** @param tickMs added at every reading */
export function createClock({ tickMs = 0 } = {}): Clock {
  let time = Date.now();
  return {
    now: () => (time += tickMs),
    pass(ms) {
      time += ms;
    },
  };
}
