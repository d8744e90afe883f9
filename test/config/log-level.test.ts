import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { DEVELOPMENT_TOKEN } from "../fixtures/development-token.ts";

const KEY = "sk-4711-4711-4711";

it("watches the agent only in development", () => {
  const debug = { LOG_LEVEL: "debug", OPENAI_API_KEY: KEY };
  const options = { developmentToken: DEVELOPMENT_TOKEN };
  expect(() => parseConfig(debug)).toThrow(/LOG_LEVEL.*npm run dev/);
  expect(parseConfig({ LOG_LEVEL: "info" }).watch).toBeUndefined();
  expect(parseConfig({}, options).watch).toBeUndefined();
  expect(parseConfig(debug, options).watch).toEqual({
    hasColour: true,
    secrets: [KEY, DEVELOPMENT_TOKEN],
  });
  const colourless = { ...debug, NO_COLOR: "1" };
  expect(parseConfig(colourless, options).watch?.hasColour).toBe(false);
});
