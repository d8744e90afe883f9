import { readFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { buildDist } from "./scripts/build-dist.ts";
import { DEPLOYMENT_SECRET } from "./test/fixtures/secrets.ts";
import { answerOutbound } from "./test/stubs/answer-outbound.ts";
import { hasJava } from "./test/stubs/has-java.ts";

await buildDist();

/** These run in workerd, the runtime of Cloudflare Workers. */
const workerdTests = ["test/platforms/cloudflare/**/*.test.ts"];
/** These need emulators of AWS's services; DynamoDB Local needs Java. */
const awsTests = [
  "test/platforms/aws/**/*.test.ts",
  "test/stores/dynamodb/**/*.test.ts",
];
/**
 * The core's contract once more, on DynamoDB: `npm test` proves it on two other
 * stores, and what a store promises on DynamoDB, too.
 */
const coreOnDynamoDb = "test/stores/dynamodb/core-memory.test.ts";
/** These start `wrangler dev` and test it over HTTP. */
const endToEndTests = ["test/e2e/**/*.test.ts"];
/** These need Chromium: `npm run test:browser`. */
const browserTests = [
  "test/browser/**/*.test.ts",
  "test/http/admin/page/**/*.test.ts",
  "test/http/console/page/**/*.test.ts",
];

/** End-to-end tests in `npm test`: messages over HTTP and on Telegram. */
const smokeTests = ["demo", "telegram", "turns"].map(
  (name) => `test/e2e/${name}.test.ts`,
);

/**
 * End-to-end tests that also run on `dev:aws`: those that depend on where
 * messages wait, turns run and replies are watched. The agent, its tools and
 * request validation are the same code on both, and are only tested on Workers,
 * as are features that only Workers have.
 */
const endToEndTestsOnAws = [
  "approvals",
  "budgets",
  "callbacks",
  "channels",
  "chatwoot",
  "conversations",
  "demo",
  "development",
  "durable-turns",
  "mcp",
  "misconfigured",
  "people",
  "resumed-events",
  "slack",
  "telegram",
  "telegram-commands",
  "telegram-intake",
  "telegram-streaming",
  "turns",
  "wechat",
].map((name) => `test/e2e/${name}.test.ts`);

/** Most wait for processes that they start. After the others, which run alone. */
const TWO_AT_A_TIME = { maxWorkers: 2, sequence: { groupOrder: 1 } };

/** Polling takes milliseconds, but seconds on a busy machine. */
const PATIENCE = { poll: { timeout: 15_000 } };

const canRunDynamoDb = hasJava();
if (!canRunDynamoDb)
  console.warn(
    "The end-to-end tests of dev:aws are left out: DynamoDB Local needs Java 17 or newer, and there is no `java` on this machine.",
  );

/**
 * Loads packages without source maps. Some point to sources that npm does not
 * have, which Vite reports in each run. And workerd is sent all modules of a
 * test file in one message, which may have 32 MiB.
 */
const withoutPackageMaps = {
  name: "without-package-maps",
  async load(
    id: string,
  ): Promise<{ code: string; map: { mappings: "" } } | undefined> {
    const [file = ""] = id.split("?");
    if (!/\/node_modules\/.+\.m?js$/.test(file)) return undefined;
    const source = await readFile(file, "utf8");
    const code = source.replaceAll(/^\/\/# sourceMappingURL=.*$/gm, "");
    return { code, map: { mappings: "" } };
  },
};

/**
 * The developer's own variables, which wrangler reads, emptied: they are not to
 * decide about tests.
 */
const devVars = parseEnv(await readFile(".dev.vars", "utf8").catch(() => ""));
const withoutDevVars = Object.fromEntries(
  Object.keys(devVars).map((name) => [name, ""]),
);

export default defineConfig({
  test: {
    // Hides the logs of passing tests.
    silent: "passed-only",
    // A mark for each test, and all of what fails.
    reporters: [
      "dot",
      ...(process.env.GITHUB_ACTIONS === "true" ? ["github-actions"] : []),
    ],
    projects: [
      {
        test: {
          name: "unit",
          expect: PATIENCE,
          // Evaluates modules once for all files, which saves two thirds of the
          // time; tests must undo what they fake.
          isolate: false,
          setupFiles: [
            "test/fix-seed.ts",
            "test/undo-stubs.ts",
            "test/watch-log.ts",
          ],
          // The CDK's own check of templates only warns, and takes ten seconds.
          env: { CDK_VALIDATION: "false" },
          // A property test takes a second or two, several times that on a busy
          // machine.
          testTimeout: 30_000,
          ...TWO_AT_A_TIME,
          include: ["test/**/*.test.ts"],
          exclude: [
            ...workerdTests,
            ...awsTests,
            ...endToEndTests,
            ...browserTests,
          ],
        },
      },
      {
        plugins: [
          withoutPackageMaps,
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            // Tests must not access the internet.
            miniflare: {
              bindings: {
                ...withoutDevVars,
                WEBHOOK_API_KEYS:
                  "shop:key-of-the-shop-window-in-these-tests,desk:key-of-the-help-desk-in-these-tests",
                WEBHOOK_CALLBACK_HOSTS: "shop:hooks.example.com",
                WEBHOOK_SIGNING_SECRET: `shop:whsec_${btoa("secret-of-the-shop-in-tests")}`,
                WEB_CHAT: "public",
                PARLEY_SECRET: DEPLOYMENT_SECRET,
                ADMIN_API_KEY: "key-of-the-operator-in-these-tests",
                TELEGRAM_BOT_TOKEN: "123:test",
                TELEGRAM_WEBHOOK_SECRET:
                  "secret-of-the-lamp-post-in-these-tests",
              },
              outboundService: answerOutbound,
            },
          }),
        ],
        test: {
          name: "workerd",
          expect: PATIENCE,
          include: workerdTests,
          setupFiles: ["test/platforms/cloudflare/reset-storage.ts"],
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "aws",
          expect: PATIENCE,
          isolate: false,
          include: awsTests,
          exclude: [coreOnDynamoDb],
          setupFiles: ["test/fix-seed.ts"],
          globalSetup: [
            "test/stores/dynamodb/start-dynamodb.ts",
            "test/platforms/aws/start-fauxqs.ts",
          ],
          // The functions read their role's credentials here.
          env: {
            AWS_ACCESS_KEY_ID: "local",
            AWS_SECRET_ACCESS_KEY: "local",
          },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "smoke",
          expect: PATIENCE,
          isolate: false,
          include: smokeTests,
          globalSetup: ["test/e2e/build-once.ts"],
          setupFiles: ["test/e2e/share-worker.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...TWO_AT_A_TIME,
        },
      },
      {
        test: {
          name: "e2e",
          expect: PATIENCE,
          isolate: false,
          include: endToEndTests,
          exclude: smokeTests,
          globalSetup: ["test/e2e/build-once.ts"],
          setupFiles: ["test/e2e/share-worker.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...TWO_AT_A_TIME,
        },
      },
      {
        test: {
          name: "e2e-aws",
          expect: PATIENCE,
          isolate: false,
          include: canRunDynamoDb
            ? [...endToEndTestsOnAws, coreOnDynamoDb]
            : [],
          env: { PARLEY_TARGET: "aws" },
          globalSetup: ["test/stores/dynamodb/start-dynamodb.ts"],
          setupFiles: ["test/e2e/share-dynamodb.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...TWO_AT_A_TIME,
        },
      },
      {
        test: {
          name: "browser",
          expect: PATIENCE,
          isolate: false,
          include: browserTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          ...TWO_AT_A_TIME,
        },
      },
    ],
  },
});
