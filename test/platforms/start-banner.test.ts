import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { createDemoModel } from "../../src/models/demo/demo-model.ts";
import { startBanner } from "../../src/platforms/start-banner.ts";

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
