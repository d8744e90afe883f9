import { ensureDevelopmentToken } from "./development-token.ts";

// Preloaded into wrangler's process. Passing the token on its command line
// would show it in the process list to all users of the machine.
const token = await ensureDevelopmentToken(process.cwd());
process.argv.push(
  "--define",
  "BUILT_FOR_DEVELOPMENT:true",
  "--var",
  `DEVELOPMENT_TOKEN:${token}`,
);
