import { afterAll, vi } from "vitest";

// Files share a process: what one of them replaces must not reach the next.
afterAll(() => {
  vi.unstubAllGlobals();
});
