import { startVitest } from "vitest/node";
import { createAttackTable } from "./attack-table.ts";

/**
 * Runs the tests that try attacks, then prints a table of the results.
 * `--write` puts it into SECURITY.md.
 */
const isToWrite = process.argv.includes("--write");

const FILES = [
  "test/page/server/find-other-site.test.ts",
  "test/page/server/session.test.ts",
  "test/config/parse-config.test.ts",
  "test/conversation/budget.test.ts",
  "test/conversation/endless-replies.test.ts",
  "test/conversation/injection/injection.test.ts",
  "test/conversation/links/every-reader.test.ts",
  "test/e2e/callbacks.test.ts",
  "test/e2e/development.test.ts",
  "test/e2e/production-bundle.test.ts",
  "test/e2e/spending.test.ts",
  "test/e2e/strangers.test.ts",
  "test/e2e/telegram-commands.test.ts",
  "test/e2e/telegram-intake.test.ts",
  "test/platforms/aws/forgotten.test.ts",
  "test/platforms/cloudflare/forgotten.test.ts",
  "test/platforms/cloudflare/wrong-configuration.test.ts",
];
const PROJECTS = ["unit", "workerd", "aws", "smoke", "e2e"];

// With more cases than `npm test` has time for.
process.env["PROPERTY_TIMES"] ??= "7";
const vitest = await startVitest("test", FILES, {
  run: true,
  project: PROJECTS,
  reporters: ["dot", createAttackTable({ isToWrite })],
});
await vitest.close();
