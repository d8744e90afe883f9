import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { buildApiDescription } from "./scripts/build-api-description.ts";
import { buildPage } from "./scripts/build-page.ts";
import { answerOutbound } from "./test/stubs/answer-outbound.ts";
import { DEPLOYMENT_SECRET } from "./test/fixtures/secrets.ts";
import { hasJava } from "./test/stubs/has-java.ts";
import { isInstalled, type Workspace } from "./scripts/workspaces.ts";

await Promise.all([buildPage(), buildApiDescription()]);

/** Run in workerd, the runtime of Cloudflare Workers. */
const workerdTests = ["test/platforms/cloudflare/**/*.test.ts"];
/** Talk to emulators of AWS's services: DynamoDB Local needs Java. */
const awsTests = [
  "test/platforms/aws/**/*.test.ts",
  "test/stores/dynamodb/**/*.test.ts",
];
/** Start `wrangler dev` and talk to it over HTTP. */
const endToEndTests = ["test/e2e/**/*.test.ts"];
/** Needs Chromium: `npm run test:browser`. */
const browserTests = [
  "test/browser/**/*.test.ts",
  "test/channels/admin/page/**/*.test.ts",
];

/** Those that `npm test` runs: one message all the way on each channel, and what a deployment consists of. */
const smokeTests = [
  "demo",
  "development",
  "production-bundle",
  "telegram",
  "turns",
].map((name) => `test/e2e/${name}.test.ts`);

/**
 * Those that `dev:aws` has to pass, too: what depends on where messages wait, turns run and replies are watched. What the agent, its tools
 * and the shapes of requests do is the same code on both, and is tested on Workers alone; so is what only Workers have.
 */
const endToEndTestsOnAws = [
  "budgets",
  "callbacks",
  "channels",
  "conversations",
  "demo",
  "development",
  "durable-turns",
  "mcp",
  "resumed-events",
  "slack",
  "telegram",
  "telegram-commands",
  "telegram-intake",
  "telegram-streaming",
  "turns",
  "weixin",
].map((name) => `test/e2e/${name}.test.ts`);

/** What needs packages that `npm test` and the others install on first use, and cannot without a network. */
const NEEDING: Readonly<Partial<Record<Workspace, readonly string[]>>> = {
  infra: [
    ...awsTests,
    "test/infra/**/*.test.ts",
    "test/scripts/aws.test.ts",
    "test/scripts/dev-aws.test.ts",
  ],
  test: [
    "test/bench/**/*.test.ts",
    "test/channels/vendors/**/*.test.ts",
    "test/e2e/openai.test.ts",
    "test/tools/calculator/mathjs-examples.test.ts",
  ],
  "test/typed-client": ["test/typed-client/**/*.test.ts"],
};
const leftOut = Object.entries(NEEDING).flatMap(([workspace, files]) => {
  if (isInstalled(workspace as Workspace)) return [];
  console.warn(
    `Left out: ${files.join(", ")}. \`npm run packages ${workspace}\` installs what they need.`,
  );
  return files;
});
const canRunAws = isInstalled("infra");

/** What is waited for takes milliseconds, and seconds on a machine that does other things as well. */
const PATIENCE = { poll: { timeout: 15_000 } };

const canRunDynamoDb = hasJava();
if (!canRunDynamoDb)
  console.warn(
    "The end-to-end tests of dev:aws are left out: DynamoDB Local needs Java 17 or newer, and there is no `java` on this machine.",
  );

export default defineConfig({
  test: {
    // Logs of tests that pass tell nobody anything.
    silent: "passed-only",
    projects: [
      {
        test: {
          name: "unit",
          expect: PATIENCE,
          // Modules are evaluated once for all files, which takes two thirds off the time: tests undo what they fake.
          isolate: false,
          setupFiles: ["test/fix-seed.ts"],
          // A property test takes a second or two, and several times that while others run.
          testTimeout: 30_000,
          include: ["test/**/*.test.ts"],
          exclude: [
            ...workerdTests,
            ...awsTests,
            ...endToEndTests,
            ...browserTests,
            ...leftOut,
          ],
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            // Nothing in a test may reach the internet.
            miniflare: {
              bindings: {
                WEBHOOK_API_KEYS:
                  "shop:key-of-the-shop-window,desk:key-of-the-help-desk",
                WEBHOOK_SIGNING_SECRET: `shop:whsec_${btoa("secret-of-the-shop-in-tests")}`,
                WEB_CHAT: "public",
                PARLEY_SECRET: DEPLOYMENT_SECRET,
                ADMIN_API_KEY: "key-of-the-operator",
                TELEGRAM_BOT_TOKEN: "123:test",
                TELEGRAM_WEBHOOK_SECRET: "secret-of-the-lamp-post",
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
          setupFiles: ["test/fix-seed.ts"],
          exclude: leftOut,
          globalSetup: canRunAws
            ? [
                "test/stores/dynamodb/start-dynamodb.ts",
                "test/platforms/aws/start-fauxqs.ts",
              ]
            : [],
          // Where the functions look for those of their role.
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
          include: smokeTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e",
          expect: PATIENCE,
          include: endToEndTests,
          exclude: [...smokeTests, ...leftOut],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e-aws",
          expect: PATIENCE,
          include: canRunAws && canRunDynamoDb ? endToEndTestsOnAws : [],
          env: { PARLEY_TARGET: "aws" },
          globalSetup: canRunAws
            ? ["test/stores/dynamodb/start-dynamodb.ts"]
            : [],
          setupFiles: ["test/e2e/share-dynamodb.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // They wait more than they work: after the others, two files at a time.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "browser",
          expect: PATIENCE,
          include: browserTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
