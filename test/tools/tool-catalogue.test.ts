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
