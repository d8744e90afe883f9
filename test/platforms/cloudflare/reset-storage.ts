import { reset } from "cloudflare:test";
import { afterEach } from "vitest";

// Isolates the storage per test instead of per test file.
afterEach(() => reset());
