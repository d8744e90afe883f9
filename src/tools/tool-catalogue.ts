import { list } from "../settings/fields.ts";
import { setting, type ValuesOf } from "../settings/setting.ts";
import {
  ConfigurationError,
  type ConfigurationProblem,
} from "../types/errors.ts";
import type { Library } from "../types/library.ts";
import type { Tool } from "../types/tool.ts";
import { createAskUserTool } from "./ask-user/ask-user-tool.ts";
import { createCalculatorTool } from "./calculator/calculator-tool.ts";
import {
  createCurrentTimeTool,
  CURRENT_TIME_SETTINGS,
} from "./current-time/current-time-tool.ts";
import { createLibraryTool } from "./library/library-tool.ts";
import { MCP_SETTINGS } from "./mcp/mcp-server.ts";
import {
  createReadPageTool,
  READ_PAGE_SETTINGS,
} from "./read-page/read-page-tool.ts";
import { createRemindMeTool } from "./remind-me/remind-me-tool.ts";
import {
  createSearchProviders,
  findMissingSearchSettings,
  SEARCH_SETTINGS,
} from "./search/search-settings.ts";
import { createSearchTool } from "./search/search-tool.ts";
import { createTalkToHumanTool } from "./talk-to-human/talk-to-human-tool.ts";

/** The chosen tools; `chooseTools` validates the names. */
const CHOICE_SETTINGS = {
  TOOLS: setting(list, ["search", "calculator"]),
  TOOLS_ALLOW_DANGEROUS: setting(list, []),
};

/** The environment variables of all tools. */
export const TOOL_SETTINGS = {
  ...CHOICE_SETTINGS,
  ...MCP_SETTINGS,
  ...READ_PAGE_SETTINGS,
  ...CURRENT_TIME_SETTINGS,
  ...SEARCH_SETTINGS,
};

export type ToolSettings = ValuesOf<typeof TOOL_SETTINGS>;

export interface Deployment {
  readonly settings: ToolSettings;
  /** Sent to the sites that tools request. */
  readonly userAgent: string;
  /** The operator's documents; left out on platforms without a library. */
  readonly library?: Library | undefined;
}

/** Tools chosen together: `TOOLS=research` means all tools of that kit. */
type Toolkit = "research" | "math";

export interface ToolEntry {
  readonly toolkit?: Toolkit;
  /**
   * It changes, sends or deletes something, so `TOOLS_ALLOW_DANGEROUS` must
   * name it as well.
   */
  readonly isDangerous?: boolean;
  /** Finds conflicts between its variables. */
  readonly findConflicts?: (
    set: ReadonlyMap<string, string>,
  ) => readonly ConfigurationProblem[];
  readonly create: (deployment: Deployment) => Tool;
}

/** All tools, by the name that the model calls. */
export const TOOL_CATALOGUE = {
  search: {
    toolkit: "research",
    findConflicts: findMissingSearchSettings,
    create: ({ settings, userAgent }) =>
      createSearchTool({
        providers: createSearchProviders(settings, { userAgent }),
      }),
  },
  read_page: {
    toolkit: "research",
    create: ({ settings: { READ_PAGE_HOSTS: hosts }, userAgent }) =>
      createReadPageTool({ hosts, userAgent }),
  },
  calculator: {
    toolkit: "math",
    create: ({ settings: { TOOLS } }) =>
      createCalculatorTool({
        timeTool: TOOLS.find((name) => name === "current_time"),
      }),
  },
  current_time: {
    create: () => createCurrentTimeTool(),
  },
  remind_me: { create: () => createRemindMeTool() },
  talk_to_human: { create: () => createTalkToHumanTool() },
  ask_user: { create: () => createAskUserTool() },
  // In no toolkit: if there are no documents, it only costs tokens.
  library: {
    create: ({ library }) =>
      createLibraryTool({ library: requireLibrary(library) }),
  },
} as const satisfies Record<string, ToolEntry>;

function requireLibrary(library: Library | undefined): Library {
  if (library !== undefined) return library;
  const problem = "names library, which this platform does not have";
  throw new ConfigurationError([{ variable: "TOOLS", problem }]);
}

export function findToolConflicts(
  set: ReadonlyMap<string, string>,
): readonly ConfigurationProblem[] {
  const entries: readonly ToolEntry[] = Object.values(TOOL_CATALOGUE);
  return entries.flatMap(({ findConflicts }) => findConflicts?.(set) ?? []);
}

/** `TOOLS=none` means no tools. */
const NONE = "none";

/**
 * Resolves `TOOLS` to unique tool names. A dangerous tool that is not allowed
 * is a problem if it is named, and is left out of its toolkit.
 */
export function chooseTools<Name extends string>(
  {
    TOOLS: written = [],
    TOOLS_ALLOW_DANGEROUS: allowed = [],
  }: Partial<ValuesOf<typeof CHOICE_SETTINGS>>,
  { catalogue }: { catalogue: Readonly<Record<Name, ToolEntry>> },
): { names: readonly Name[]; problems: readonly ConfigurationProblem[] } {
  const chosen = written.join() === NONE ? [] : written;
  const isTool = (name: string): name is Name => Object.hasOwn(catalogue, name);
  const isForbidden = (name: Name) =>
    catalogue[name].isDangerous === true && !allowed.includes(name);
  const all = Object.keys(catalogue).filter(isTool);
  const toolkits = new Set<string>(
    all.flatMap((name) => catalogue[name].toolkit ?? []),
  );

  const names = chosen.flatMap((entry) =>
    isTool(entry)
      ? [entry]
      : all.filter(
          (name) => catalogue[name].toolkit === entry && !isForbidden(name),
        ),
  );
  const forbidden = names.filter(isForbidden);
  const unknown = chosen.filter(
    (entry) => !isTool(entry) && !toolkits.has(entry),
  );
  return {
    names: [...new Set(names)],
    problems: [
      ...(unknown.length > 0
        ? [explainUnknown(unknown, { tools: all, toolkits: [...toolkits] })]
        : []),
      ...(forbidden.length > 0 ? [notAllowed([...new Set(forbidden)])] : []),
    ],
  };
}

function explainUnknown(
  unknown: readonly string[],
  {
    tools,
    toolkits,
  }: { tools: readonly string[]; toolkits: readonly string[] },
): ConfigurationProblem {
  const isRemote = unknown.some((entry) => entry.includes("__"));
  const hint = isRemote
    ? "; do not name tools of MCP servers: all those that MCP_SERVERS allows are included"
    : "";
  return {
    variable: "TOOLS",
    problem: `must be a list of tools (${tools.join(", ")}) or toolkits (${toolkits.join(", ")}), or ${NONE}${hint}`,
  };
}

function notAllowed(tools: readonly string[]): ConfigurationProblem {
  return {
    variable: "TOOLS_ALLOW_DANGEROUS",
    problem: `does not name ${tools.join(", ")}, which TOOLS does. Dangerous tools must be named in both; otherwise remove them from TOOLS`,
  };
}
