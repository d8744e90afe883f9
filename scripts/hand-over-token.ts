import { ensureDevelopmentToken } from "./development-token.ts";

// Runs in wrangler's process, before wrangler reads its arguments. Added here, the token is in no list of processes, which all users of
// the machine can read.
const token = await ensureDevelopmentToken(process.cwd());
process.argv.push(
  "--define",
  "BUILT_FOR_DEVELOPMENT:true",
  "--var",
  `DEVELOPMENT_TOKEN:${token}`,
);
