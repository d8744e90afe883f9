import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";
import { createAttackTable } from "./attack-table.ts";

/**
 * Runs the tests that try attacks, then prints a table of the results.
 * `--write` puts it into SECURITY.md. `--with-e2e`: in one run with all of `npm
 * run test:e2e`, which has some of these files.
 */
const { values } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    "with-e2e": { type: "boolean", default: false },
  },
});

const FILES = [
  "test/http/find-other-site.test.ts",
  "test/page/server/session.test.ts",
  "test/config/parse-config.test.ts",
  "test/conversation/budget.test.ts",
  "test/conversation/endless-replies.test.ts",
  "test/conversation/injection/injection.test.ts",
  "test/conversation/addresses/every-reader.test.ts",
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
const PROJECTS = ["unit", "workerd", "aws", "e2e"];
const END_TO_END = readdirSync("test/e2e")
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `test/e2e/${name}`);

// With more cases than `npm test` has time for.
process.env["PROPERTY_TIMES"] ??= "7";
const withAll = values["with-e2e"];
const files = withAll
  ? [...new Set([...FILES, ...END_TO_END, "test/stores/dynamodb/core-memory"])]
  : FILES;
const vitest = await startVitest("test", files, {
  run: true,
  project: withAll ? [...PROJECTS, "e2e-aws"] : PROJECTS,
  reporters: ["dot", createAttackTable({ isToWrite: values.write })],
});
await vitest.close();
