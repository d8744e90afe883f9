/**
 * Loads a module when first needed. If loading fails, `use` is not called, and
 * the next call retries.
 */
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
    // Synchronously once loaded, so that growing content does not flicker.
    if (part === undefined) void wait(use);
    else use(part);
  };
}
