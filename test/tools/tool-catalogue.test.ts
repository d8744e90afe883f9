import { expect, it } from "vitest";
import {
  TOOL_CATALOGUE,
  type ToolEntry,
  type ToolSettings,
} from "../../src/tools/tool-catalogue.ts";
import { createScriptedLibrary } from "../fakes/scripted-library.ts";

const settings: ToolSettings = {
  search: { providers: [] },
  readPage: { hosts: [], userAgent: "Parley-tests/1.0" },
  timeZone: "UTC",
  library: createScriptedLibrary(),
};
const entries: readonly [string, ToolEntry][] = Object.entries(TOOL_CATALOGUE);

it.each(entries)("makes %s under its own name", (name, { create }) => {
  expect(create(settings).name).toBe(name);
});

it("calls no toolkit like a tool, so that TOOLS says one thing", () => {
  const toolkits = entries.map(([, { toolkit }]) => toolkit);
  expect(
    entries.filter(([name]) => toolkits.some((kit) => kit === name)),
  ).toEqual([]);
});

it("refuses a library on a platform that has none, and names the variable", () => {
  const { library: _, ...without } = settings;
  expect(() => TOOL_CATALOGUE.library.create(without)).toThrow(
    /TOOLS: names library/,
  );
});
