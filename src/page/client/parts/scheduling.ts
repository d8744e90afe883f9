/**
 * Runs jobs sequentially, in order of submission. A failed job does not stop
 * the next.
 */
export function createQueue(): <Value>(
  job: () => Promise<Value>,
) => Promise<Value> {
  let tail: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = tail.then(job);
    tail = result.catch(() => undefined);
    return result;
  };
}

/**
 * Returns a function that runs the job at most once per frame, before the next
 * paint.
 */
export function oncePerFrame(job: () => void): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      job();
    });
  };
}
