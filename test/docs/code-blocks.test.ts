import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseConfig } from "../../src/config/parse-config.ts";
import {
  ENGLISH_PAGES,
  findTranslation,
  readCodeBlocks,
  type CodeBlock,
} from "./markdown.ts";

/**
 * How a block is tested. Chinese pages have the same blocks:
 * `translations.test.ts`.
 */
type Use =
  /** This suite reads the block from the page and runs it. */
  | { runBy: string }
  /** Variables, parsed by this test. */
  | "settings"
  /** JSON, parsed by this test. */
  | "data"
  /** Output or an excerpt. */
  | "shown"
  /** Why nothing runs it. This test checks the names of its npm scripts. */
  | { notRun: string };

const GUIDES = { runBy: "test/e2e/guide-examples.test.ts" };
const WEBHOOK = { runBy: "test/e2e/webhook-examples.test.ts" };
const LIBRARY = { runBy: "test/e2e/library.test.ts" };
const ADD_A_TOOL = { runBy: "test/docs/add-a-tool.test.ts" };
const ACCOUNT = { notRun: "needs an account with Cloudflare or AWS" };
const INSTALLS = { notRun: "installs packages, and runs all other tests" };
const STARTED = { notRun: "runs until it is stopped; all suites start it" };

/**
 * By page: the start and the use of each block, in order. Other pages have no
 * blocks.
 */
const USES: Readonly<Record<string, readonly (readonly [string, Use])[]>> = {
  "README.md": [
    ["flowchart LR", "shown"],
    ["npm ci && npm run dev", INSTALLS],
    ["cp .dev.vars.example .dev.vars", { notRun: "overwrites settings" }],
    ["OPENAI_API_KEY=", "settings"],
    ["npm run dev -- --var TOOLS:", STARTED],
    ["npm run library:add", LIBRARY],
    ["# after: ollama pull", "settings"],
    ["openssl rand -base64 32 | npx wrangler secret put", ACCOUNT],
    ["npx wrangler login", ACCOUNT],
  ],
  "CONTRIBUTING.md": [
    ["npm ci", INSTALLS],
    ["--- /dev/null\n+++ b/src/tools/", "shown"],
    ["--- /dev/null\n+++ b/src/channels/", "shown"],
    ["--- /dev/null\n+++ b/test/fakes/", "shown"],
  ],
  "docs/add-a-tool.md": [
    ["import * as z", ADD_A_TOOL],
    ["  roll_dice:", "shown"],
    ["import { expect, it }", ADD_A_TOOL],
    ["npx prettier", { notRun: "checks files that only its reader has" }],
    ["TOOLS=search,calculator,roll_dice", "shown"],
    ["export PARLEY_KEY", { notRun: "asks for the tool of its reader" }],
    ["export const ROLL_DICE_SETTINGS", "shown"],
  ],
  "docs/agent.md": [
    ["AGENT_PROMPT_TEMPLATE=", "settings"],
    ["npm run dev -- --var LOG_LEVEL:debug", STARTED],
    ["a1eed3 │ ══ turn", "shown"],
  ],
  "docs/architecture.md": [["flowchart TD", "shown"]],
  "docs/aws.md": [
    ["npm ci\nnpm run deploy:aws", ACCOUNT],
    ["npm run dev:aws", STARTED],
    ["aws logs tail", ACCOUNT],
    ["npm run destroy:aws", ACCOUNT],
  ],
  "docs/channels/slack.md": [
    ["display_information:", { notRun: "configures a Slack app" }],
  ],
  "docs/channels/teams.md": [["TEAMS_APP_ID=", "shown"]],
  "docs/channels/telegram.md": [["TELEGRAM_BOT_TOKEN=", "shown"]],
  "docs/channels/line.md": [["LINE_CHANNEL_SECRET=", "shown"]],
  "docs/channels/messenger.md": [["MESSENGER_PAGE_TOKEN=", "shown"]],
  "docs/channels/whatsapp.md": [["WHATSAPP_ACCESS_TOKEN=", "shown"]],
  "docs/channels/wechat.md": [["WECHAT_APP_ID=", "shown"]],
  "docs/channels/wecom.md": [["WECOM_TOKEN=", "shown"]],
  "docs/library.md": [
    ["npm run dev -- --var TOOLS:", STARTED],
    ["npm run library:add", GUIDES],
    ["added      README.md", "shown"],
    ["export PARLEY_KEY", GUIDES],
  ],
  "docs/make-it-yours.md": [
    ["BOT_NAME=", "settings"],
    ["AGENT_INSTRUCTIONS=", "settings"],
    ["TOOLS=", "settings"],
    ["npm run library:add", GUIDES],
    ["OPENAI_VISION=", "settings"],
    ["MEMORY_MAX_TOKENS=", "settings"],
    ["TELEGRAM_ALLOWED_USERS=", "settings"],
  ],
  "docs/mcp.md": [
    ["MCP_SERVERS=", "settings"],
    ["import { createMcpHandler", GUIDES],
    ['name = "shop"', GUIDES],
    ["npx wrangler dev --config shop.toml", GUIDES],
    ["MCP_SERVERS=", "settings"],
    ["export PARLEY_KEY", GUIDES],
    ['"reply":', "shown"],
    [
      "MCP_SERVERS=",
      { notRun: "test/tools/mcp/mcp-server.test.ts parses such servers" },
    ],
    ['{"event":"MCP server left out"', "shown"],
  ],
  "docs/reminders.md": [
    [
      "curl http://localhost:8787/v1/scheduled-messages",
      { notRun: "test/http/api/scheduled-routes.test.ts sends such bodies" },
    ],
  ],
  "docs/models.md": [
    ["OPENAI_API_KEY=", "settings"],
    ["OPENAI_API_KEY=", "settings"],
    ["OPENAI_API_KEY=", "settings"],
    ["# after: ollama pull", "settings"],
    ["# after: llama-server", "settings"],
    ["OPENAI_BASE_URL=", "settings"],
    ["OPENAI_MODEL=", "settings"],
  ],
  "docs/openai.md": [
    ["export PARLEY_KEY", GUIDES],
    ["import OpenAI", GUIDES],
    ["import os", GUIDES],
    ["endpoints:", { notRun: "configures LibreChat" }],
    [
      "import { zodResponseFormat }",
      { notRun: "openai-formats.test.ts asks so" },
    ],
  ],
  "docs/console.md": [
    ["curl -X POST https://", { notRun: "session.test.ts signs in so" }],
  ],
  "docs/approval.md": [
    ["curl -X POST https://", { notRun: "handover.test.ts approves so" }],
    ["{", "data"],
  ],
  "docs/takeover.md": [
    ["curl -X POST https://", { notRun: "handover.test.ts replies so" }],
  ],
  "docs/events.md": [
    ["EVENTS_URL=", "shown"],
    ["{", "data"],
    ["curl https://", { notRun: "deliveries.test.ts lists and sends so" }],
    ["{", "data"],
    ["HANDOVER_NOTIFY=", "shown"],
  ],
  "docs/chatwoot.md": [
    ["WEBHOOK_API_KEYS=chatwoot", "shown"],
    ["BRIDGE_URL=", { notRun: "chatwoot.test.ts runs the bridge" }],
  ],
  "docs/operations.md": [
    ["npm run doctor", { notRun: "examines a deployment: doctor.test.ts" }],
    ["Configuration", "shown"],
    ["curl 'https://<your worker>/admin/turns?", GUIDES],
    ["{", "data"],
    ["curl -X POST https://<your worker>/admin/turns/WzE3Nj…/retry", GUIDES],
    ["npm run doctor -- --callback-secret shop", GUIDES],
    ["{", "data"],
  ],
  "docs/tutorial.md": [
    ["git clone", INSTALLS],
    ["page ", "shown"],
    ["OPENAI_API_KEY=", "settings"],
    ["npm run doctor", { notRun: "examines a model: doctor.test.ts" }],
    ["BOT_NAME=", "settings"],
    ["npm run library:add", GUIDES],
    ["TELEGRAM_BOT_TOKEN=", "settings"],
    ["npm run telegram:poll", { notRun: "needs a bot: telegram-poll.test.ts" }],
    ["npx wrangler login", ACCOUNT],
    ["npm run deploy", ACCOUNT],
  ],
  "docs/widget.md": [
    ["<script src=", { notRun: "widget.test.ts includes the script" }],
    ["npx wrangler secret put WEB_EMBED_ORIGINS", ACCOUNT],
    ["parley.open", { notRun: "widget.test.ts calls these" }],
    ["import { SignJWT }", { notRun: "widget.test.ts signs such tokens" }],
  ],
};

/** The pages of the HTTP API, which have many blocks of few kinds. */
const WEBHOOK_PAGES = new Set([
  "docs/webhook.md",
  "docs/api-examples.md",
  "docs/api-reference.md",
]);
const USES_OF_WEBHOOK: Readonly<Record<string, Use>> = {
  sh: WEBHOOK,
  ts: WEBHOOK,
  python: WEBHOOK,
  json: "data",
  http: "shown",
};

const Scripts = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Scripts.parse(
  JSON.parse(readFileSync("package.json", "utf8")),
);

describe.each(ENGLISH_PAGES)("the code of %s", (page) => {
  const blocks = readCodeBlocks(page);
  const uses = blocks.map((block, index) => findUse(page, block, index));

  it("is run by a suite, parsed, or exempt for a reason", () => {
    const unknown = blocks.filter((_, index) => uses[index] === undefined);
    expect(
      unknown.map(({ line, source }) => `line ${line}: ${source}`),
      "Add the block to USES.",
    ).toEqual([]);
    expect(blocks.length).toBeGreaterThanOrEqual(USES[page]?.length ?? 0);
  });

  it("is read by the suites that run it", () => {
    for (const use of uses)
      if (typeof use === "object" && "runBy" in use)
        expect(readFileSync(use.runBy, "utf8")).toContain(page);
  });

  it("has valid settings and JSON", () => {
    for (const [index, { source }] of blocks.entries()) {
      if (uses[index] === "settings") parseConfig(fillIn(parseEnv(source)));
      if (uses[index] === "data") JSON.parse(source);
    }
  });
});

const translations = ENGLISH_PAGES.map(findTranslation).filter(Boolean);
it.each([...ENGLISH_PAGES, ...translations])(
  "%s names only existing npm scripts",
  (page) => {
    const text = readFileSync(page, "utf8");
    const named = text.matchAll(
      /npm run (?:--silent )?([a-z][a-z-]*(?::[a-z-]+)*)(?![\w*-]|:\*)/g,
    );
    const missing = [...named]
      .map(([, name = ""]) => name)
      .filter((name) => !(name in scripts));
    expect(missing).toEqual([]);
  },
);

it("all pages in USES exist", () => {
  expect(Object.keys(USES).filter((page) => !existsSync(page))).toEqual([]);
});

function findUse(
  page: string,
  { language, source }: CodeBlock,
  index: number,
): Use | undefined {
  if (WEBHOOK_PAGES.has(page)) return USES_OF_WEBHOOK[language];
  const [start, use] = USES[page]?.[index] ?? [];
  return start !== undefined && source.startsWith(start) ? use : undefined;
}

/** Replaces each `…` by a secret. */
function fillIn(variables: NodeJS.Dict<string>): NodeJS.Dict<string> {
  const secret = "kQ8vZ2mX5tR7wB1nJ4hL6pD9sF3gC0yE8uN2aM5x";
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value?.replaceAll("…", secret),
    ]),
  );
}
