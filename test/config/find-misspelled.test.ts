import { expect, it } from "vitest";
import { VARIABLES } from "../../src/config/environment.ts";
import { findMisspelled } from "../../src/config/find-misspelled.ts";
import { parseConfig } from "../../src/config/parse-config.ts";

const KNOWN = VARIABLES;

it.each([
  ["OPENAI_MODLE", "OPENAI_MODEL"],
  ["OPENAPI_API_KEY", "OPENAI_API_KEY"],
  ["TELEGRAM_BOT_TOKNE", "TELEGRAM_BOT_TOKEN"],
  ["telegram_bot_token", "TELEGRAM_BOT_TOKEN"],
  ["AGENT_MAX_STEP", "AGENT_MAX_STEPS"],
  ["WEBCHAT", "WEB_CHAT"],
])("recognises %s as %s", (variable, likely) => {
  expect(findMisspelled([variable], KNOWN)).toEqual([{ variable, likely }]);
});

it.each([
  "TOOL",
  "PATH",
  "HOME",
  "TZ",
  "NODE_ENV",
  "AWS_REGION",
  "AWS_LAMBDA_FUNCTION_NAME",
  "CONVERSATION",
  "ASSETS",
  "SHOP_API_KEY",
  "OPENAI_ORGANIZATION",
  "_HANDLER",
])("ignores %s, which is not similar to a variable of Parley", (variable) => {
  expect(findMisspelled([variable], KNOWN)).toEqual([]);
});

it("ignores all variables that Parley knows", () => {
  expect(findMisspelled(KNOWN, KNOWN)).toEqual([]);
});

it("finds misspelled variables that are set, not empty ones", () => {
  const { misspelled } = parseConfig({ OPENAI_MODLE: "x", OPENAI_MODLES: "" });
  expect(misspelled).toEqual([
    { variable: "OPENAI_MODLE", likely: "OPENAI_MODEL" },
  ]);
});

it("reports misspellings together with the problems that prevent the start", () => {
  const wrong = { OPENAI_MODLE: "x", OPENAI_BASE_URL: "nonsense" };
  expect(() => parseConfig(wrong)).toThrow(
    expect.objectContaining({
      problems: [
        { variable: "OPENAI_BASE_URL", problem: expect.any(String) },
        {
          variable: "OPENAI_MODLE",
          problem:
            "is not a variable of Parley and does nothing; if OPENAI_MODEL is meant, rename it",
        },
      ],
    }),
  );
});
