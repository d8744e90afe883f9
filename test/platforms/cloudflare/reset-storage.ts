import { reset } from "cloudflare:test";
import { afterEach } from "vitest";

// Storage is kept per test file; this keeps it per test.
afterEach(() => reset());
