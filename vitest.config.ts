import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { buildMcpSdk } from "./scripts/build-mcp-sdk.ts";
import { buildPage } from "./scripts/build-page.ts";

await Promise.all([buildPage(), buildMcpSdk()]);

/** Run in workerd, the runtime of Cloudflare Workers. */
const workerdTests = ["test/platforms/cloudflare/**/*.test.ts"];
/** Talk to emulators of AWS's services: DynamoDB Local needs Java. */
const awsTests = [
  "test/platforms/aws/**/*.test.ts",
  "test/platforms/dynamodb/**/*.test.ts",
];
/** Start `wrangler dev` and talk to it over HTTP. */
const endToEndTests = ["test/e2e/**/*.test.ts"];
/** Needs Chromium: `npm run test:browser`. */
const browserTests = ["test/browser/**/*.test.ts"];

export default defineConfig({
  test: {
    // Logs of tests that pass tell nobody anything.
    silent: "passed-only",
    projects: [
      {
        test: {
          name: "unit",
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
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            // Nothing in a test may reach the internet. What is asked about Noah is never answered.
            miniflare: {
              bindings: {
                WEBHOOK_API_KEYS: "shop:key-of-the-shop,desk:key-of-the-desk",
                WEB_CHAT: "public",
                ADMIN_API_KEY: "key-of-the-operator",
                TELEGRAM_BOT_TOKEN: "123:test",
                TELEGRAM_WEBHOOK_SECRET: "telegram-secret",
              },
              outboundService: (request) =>
                request.url.includes("Noah")
                  ? new Promise(() => {})
                  : new Response(`No such host in tests: ${request.url}`, {
                      status: 599,
                    }),
            },
          }),
        ],
        test: {
          name: "workerd",
          include: workerdTests,
          setupFiles: ["test/platforms/cloudflare/reset-storage.ts"],
          isolate: false,
        },
      },
      {
        test: {
          name: "aws",
          include: awsTests,
          globalSetup: ["test/platforms/dynamodb/start-dynamodb.ts"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: endToEndTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "browser",
          include: browserTests,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
