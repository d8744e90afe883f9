import { expect, it } from "vitest";
import { parseConfig } from "../../src/config.ts";
import {
  type Deployment,
  TOOL_CATALOGUE,
  type ToolEntry,
} from "../../src/tools/tool-catalogue.ts";
import { createScriptedLibrary } from "../fakes/scripted-library.ts";

const deployment: Deployment = {
  settings: parseConfig({}).toolSettings,
  userAgent: "Parley-tests/1.0",
  library: createScriptedLibrary(),
};
const entries: readonly [string, ToolEntry][] = Object.entries(TOOL_CATALOGUE);

it.each(entries)("makes %s under its own name", (name, { create }) => {
  expect(create(deployment).name).toBe(name);
});

it("calls no toolkit like a tool, so that TOOLS says one thing", () => {
  const toolkits = entries.map(([, { toolkit }]) => toolkit);
  expect(
    entries.filter(([name]) => toolkits.some((kit) => kit === name)),
  ).toEqual([]);
});

it("refuses a library on a platform that has none, and names the variable", () => {
  const { library: _, ...without } = deployment;
  expect(() => TOOL_CATALOGUE.library.create(without)).toThrow(
    /TOOLS: names library/,
  );
});
