import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { createDemoModel } from "../../src/models/demo/demo-model.ts";
import { startBanner } from "../../src/platforms/start-banner.ts";
import { EVERY_SETTING, THEIR_CHAT } from "../fixtures/every-setting.ts";

it.each([
  ["search,calculator", "; not searched (add library to TOOLS)"],
  ["search,library", ""],
])("shows whether answers use the library: TOOLS=%s", (tools, note) => {
  const banner = startBanner(
    () => ({
      config: parseConfig({ TOOLS: tools }),
      bot: { isDemo: true, agent: { model: createDemoModel() } },
      libraryKeys: ["a key"],
    }),
    { hasLibrary: true },
  );
  expect(banner.split("\n")).toContain(
    `  library   /library for npm run library:add${note}`,
  );
});

it("shows what is set up, and warns of what has no effect", () => {
  const model = { ...createDemoModel(), name: "big" };
  const config = parseConfig({
    ...EVERY_SETTING,
    ...THEIR_CHAT,
    OPENAI_MODLE: "x",
  });
  const banner = startBanner(
    () => ({
      config,
      bot: { isDemo: false, agent: { model } },
      libraryKeys: [],
    }),
    { hasLibrary: true },
  );
  expect(banner.split("\n").slice(1)).toEqual([
    "  model     big",
    "  tools     calculator",
    "  page      / (with a password)",
    "  telegram  /telegram/webhook",
    expect.stringMatching(/^ {2}off {7}Slack, .* \(docs\/channels\)$/),
    "  http      /v1/messages and /openai/v1 for shop, desk, described at /docs",
    "  library   closed (set LIBRARY_KEY); not searched (add library to TOOLS)",
    "  setup     /setup",
    "  console   /console",
    "  admin     /admin/turns",
    "  mcp       shop",
    "Warning: OPENAI_MODLE is not a variable of Parley and does nothing. Did you mean OPENAI_MODEL?",
  ]);
});

it("shows what is closed", () => {
  const model = createDemoModel();
  const banner = startBanner(
    () => ({
      config: parseConfig({ TOOLS: "none" }),
      bot: { isDemo: true, agent: { model } },
      libraryKeys: [],
    }),
    { hasLibrary: false },
  );
  expect(banner.split("\n").slice(1)).toEqual([
    `  model     ${model.name} (set OPENAI_API_KEY for a real model)`,
    "  tools     none",
    "  page      off (set WEB_CHAT)",
    expect.stringMatching(/^ {2}off {7}Telegram, /),
    "  http      off (set WEBHOOK_API_KEYS or WEBHOOK_SIGNING_SECRET)",
    "  setup     /setup (closed; set ADMIN_API_KEY)",
    "  console   closed (set ADMIN_API_KEY)",
  ]);
});
