import { describe, expect, it } from "vitest";
import { readSettings } from "../../src/settings/setting.ts";
import {
  chooseTools,
  TOOL_SETTINGS,
  type ToolEntry,
} from "../../src/tools/tool-catalogue.ts";
import { createScriptedTool } from "../fakes/scripted-tool.ts";

const create = () => createScriptedTool("any", () => "done");
const CATALOGUE = {
  search: { toolkit: "research", create },
  read: { toolkit: "research", create },
  calculator: { toolkit: "math", create },
  publish: { toolkit: "research", isDangerous: true, create },
} as const satisfies Record<string, ToolEntry>;

const read = (variables: Record<string, string>) =>
  chooseTools(
    readSettings(TOOL_SETTINGS, new Map(Object.entries(variables))).valid,
    { catalogue: CATALOGUE },
  );

describe("chooseTools", () => {
  it("chooses search and calculator by default", () => {
    expect(read({})).toEqual({
      names: ["search", "calculator"],
      problems: [],
    });
  });

  it.each([
    ["calculator, search", ["calculator", "search"]],
    ["research", ["search", "read"]],
    ["math,research", ["calculator", "search", "read"]],
    ["read,research,read", ["read", "search"]],
    [",", []],
    ["none", []],
  ])("resolves TOOLS=%j to %j", (TOOLS, names) => {
    expect(read({ TOOLS })).toEqual({ names, problems: [] });
  });

  it.each(["telepathy", "search,telepathy", "search,none", "toString"])(
    "reports the valid names for TOOLS=%j",
    (TOOLS) => {
      expect(read({ TOOLS }).problems).toEqual([
        {
          variable: "TOOLS",
          problem:
            "must be a list of tools (search, read, calculator, publish) or toolkits (research, math), or none",
        },
      ]);
    },
  );

  it.each(["shop__find_order", "__proto__"])(
    "refers to MCP_SERVERS for TOOLS=%j",
    (TOOLS) => {
      expect(read({ TOOLS }).problems).toEqual([
        {
          variable: "TOOLS",
          problem: expect.stringMatching(
            /or none; do not name tools of MCP servers: .+ MCP_SERVERS/,
          ),
        },
      ]);
    },
  );

  it("requires a dangerous tool in both TOOLS and TOOLS_ALLOW_DANGEROUS", () => {
    expect(read({ TOOLS: "publish,search,publish" }).problems).toEqual([
      {
        variable: "TOOLS_ALLOW_DANGEROUS",
        problem:
          "does not name publish, which TOOLS does. Dangerous tools must be named in both; otherwise remove them from TOOLS",
      },
    ]);
    expect(
      read({ TOOLS: "publish,search", TOOLS_ALLOW_DANGEROUS: "publish" }),
    ).toEqual({ names: ["publish", "search"], problems: [] });
  });

  it("does not enable a tool that is only allowed", () => {
    expect(
      read({ TOOLS: "calculator", TOOLS_ALLOW_DANGEROUS: "publish" }).names,
    ).toEqual(["calculator"]);
  });

  it("excludes a dangerous tool from its toolkit until it is allowed", () => {
    expect(read({ TOOLS: "research" })).toEqual({
      names: ["search", "read"],
      problems: [],
    });
    expect(
      read({ TOOLS: "research", TOOLS_ALLOW_DANGEROUS: "publish" }).names,
    ).toEqual(["search", "read", "publish"]);
  });
});
