/** Runs the job before the next paint, once, however often it is asked to before that. */
export function oncePerFrame(job: () => void): () => void {
  let isPlanned = false;
  return () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      job();
    });
  };
}
