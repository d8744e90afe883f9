/** Runs jobs one after another, in the order in which they are handed in. A job that fails does not stop the next. */
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
