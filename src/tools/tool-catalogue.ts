import { ConfigurationError } from "../errors.ts";
import type { Library } from "../library.ts";
import type { Tool } from "../ports.ts";
import { createCalculatorTool } from "./calculator/calculator-tool.ts";
import { createCurrentTimeTool } from "./current-time/current-time-tool.ts";
import { createLibraryTool } from "./library/library-tool.ts";
import { createReadPageTool } from "./read-page/read-page-tool.ts";
import type { SearchProvider } from "./search/search-provider.ts";
import { createSearchTool } from "./search/search-tool.ts";

/** What tools need to know of the deployment. */
export interface ToolSettings {
  /** Asked in this order. */
  readonly search: { readonly providers: readonly SearchProvider[] };
  /** Hosts whose pages may be read without a search, and how the program names itself to sites. */
  readonly readPage: {
    readonly hosts: readonly string[];
    readonly userAgent: string;
  };
  /** Where the deployment's people are, as an IANA name. */
  readonly timeZone: string;
  /** The operator's own documents; left out on platforms that cannot hold them. */
  readonly library?: Library | undefined;
}

/** Tools that are chosen together: `TOOLS=research` stands for all of that kit. */
export type Toolkit = "research" | "math";

export interface ToolEntry {
  readonly toolkit?: Toolkit;
  /** It can do harm: it changes, sends or deletes something. It has to be named in TOOLS_ALLOW_DANGEROUS, too. */
  readonly isDangerous?: boolean;
  readonly create: (settings: ToolSettings) => Tool;
}

/** Every tool there is, under the name that the model calls it by. */
export const TOOL_CATALOGUE = {
  search: {
    toolkit: "research",
    create: ({ search }) => createSearchTool(search),
  },
  read_page: {
    toolkit: "research",
    create: ({ readPage }) => createReadPageTool(readPage),
  },
  calculator: { toolkit: "math", create: () => createCalculatorTool() },
  current_time: {
    create: ({ timeZone }) => createCurrentTimeTool({ timeZone }),
  },
  // In no toolkit: without documents it would only cost tokens.
  library: {
    create: ({ library }) => createLibraryTool({ library: need(library) }),
  },
} as const satisfies Record<string, ToolEntry>;

function need(library: Library | undefined): Library {
  if (library !== undefined) return library;
  const problem = "names library, which this platform does not have";
  throw new ConfigurationError([{ variable: "TOOLS", problem }]);
}
