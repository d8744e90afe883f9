import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import {
  TOOL_CATALOGUE,
  type Deployment,
  type ToolEntry,
} from "../../src/tools/tool-catalogue.ts";
import { createScriptedLibrary } from "../fakes/scripted-library.ts";

const deployment: Deployment = {
  settings: parseConfig({}).toolSettings,
  userAgent: "Parley-tests/1.0",
  library: createScriptedLibrary(),
};
const entries: readonly [string, ToolEntry][] = Object.entries(TOOL_CATALOGUE);

it.each(entries)(
  "creates %s under its name in the catalogue",
  (name, { create }) => {
    expect(create(deployment).name).toBe(name);
  },
);

it.each([
  // Its results may hold third parties' text, but nothing private.
  ["search", { isPublic: true }],
  ["read_page", { isPublic: true }],
  ["calculator", { isOwnText: true }],
  ["current_time", { isOwnText: true }],
  ["remind_me", { isOwnText: true, effect: "harmful" }],
  ["talk_to_human", { isOwnText: true }],
  ["ask_user", { isOwnText: true }],
  ["library", {}],
])("says what %s does and shows: %j", (name, marks) => {
  const [, entry] = entries.find(([one]) => one === name) ?? [];
  const { isPublic, isOwnText, effect } = entry?.create(deployment) ?? {};
  expect({ isPublic, isOwnText, effect }).toEqual(marks);
});

it("does not take an operator's own index for public", () => {
  const SEARCH_PROVIDERS = ["wikipedia", "elasticsearch"] as const;
  const settings = { ...deployment.settings, SEARCH_PROVIDERS };
  const tool = TOOL_CATALOGUE.search.create({
    ...deployment,
    settings,
  } as never);
  expect(tool).not.toHaveProperty("isPublic");
});

it("gives no toolkit the name of a tool, so TOOLS is unambiguous", () => {
  const toolkits = entries.map(([, { toolkit }]) => toolkit);
  expect(
    entries.filter(([name]) => toolkits.some((kit) => kit === name)),
  ).toEqual([]);
});

it("rejects the library tool on a platform without a library, naming TOOLS", () => {
  const { library: _, ...without } = deployment;
  expect(() => TOOL_CATALOGUE.library.create(without)).toThrow(
    /TOOLS: names library/,
  );
});
