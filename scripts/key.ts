import { developmentSecret } from "../src/config/development.ts";
import { ensureDevelopmentToken } from "./development-token.ts";

const USAGE = `npm run --silent key                        prints the API key of \`npm run dev\` and \`npm run dev:aws\`
npm run --silent key -- --signing-secret    prints the secret for signed messages`;

const [option, ...more] = process.argv.slice(2);
const isSecret = option === "--signing-secret";
if (more.length > 0 || (option !== undefined && !isSecret)) {
  console.log(USAGE);
  process.exitCode = option === "--help" ? 0 : 1;
} else {
  const token = await ensureDevelopmentToken(process.cwd());
  console.log(isSecret ? (await developmentSecret(token)).secret : token);
}
