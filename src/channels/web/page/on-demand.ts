/** A part of the script that is loaded when it is first needed. Where that fails, what is there stays, and the next use tries again. */
export function createOnDemand<Part>(
  load: () => Promise<Part>,
): (use: (part: Part) => void) => void {
  let part: Part | undefined;
  let loading: Promise<Part> | undefined;

  async function wait(use: (part: Part) => void): Promise<void> {
    try {
      loading ??= load();
      part = await loading;
    } catch {
      loading = undefined;
      return;
    }
    use(part);
  }

  return (use) => {
    // Without a pause, so that what grows does not flicker.
    if (part === undefined) void wait(use);
    else use(part);
  };
}
