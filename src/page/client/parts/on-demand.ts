import { signal } from "@preact/signals";

/**
 * Loads a module when it is first needed: call it in a component, which is
 * drawn again once the module is there. If loading fails, a later call retries.
 */
export function createOnDemand<Part>(
  load: () => Promise<Part>,
): () => Part | undefined {
  const part = signal<Part | undefined>(undefined);
  let isLoading = false;

  async function start(): Promise<void> {
    isLoading = true;
    try {
      part.value = await load();
    } catch {
      isLoading = false;
    }
  }

  return () => {
    if (part.value === undefined && !isLoading) void start();
    return part.value;
  };
}
