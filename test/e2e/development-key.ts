import { ensureDevelopmentToken } from "../../scripts/development-token.ts";

/** The API key of each Parley that tests and benchmarks start: this checkout's own. */
export const DEVELOPMENT_KEY = await ensureDevelopmentToken(process.cwd());
