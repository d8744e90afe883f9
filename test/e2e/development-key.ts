import { ensureDevelopmentToken } from "../../scripts/development-token.ts";

/**
 * This checkout's API key, valid for each Parley started by tests and
 * benchmarks.
 */
export const DEVELOPMENT_KEY = await ensureDevelopmentToken(process.cwd());
