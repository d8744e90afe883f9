import type { Config } from "../config.ts";
import type { Library } from "../library.ts";
import type { Tool } from "../ports.ts";
import { TOOL_CATALOGUE, type ToolSettings } from "../tools/tool-catalogue.ts";
import { createSearchProvider } from "./create-search-provider.ts";
import { USER_AGENT } from "./user-agent.ts";

/** The deployment's tools, in the order in which the model is told of them. */
export function createTools(
  { tools, search, readPage, timeZone }: Config,
  { library }: { library?: Library | undefined } = {},
): Tool[] {
  const settings: ToolSettings = {
    search: { providers: search.providers.map(createSearchProvider) },
    readPage: { ...readPage, userAgent: USER_AGENT },
    timeZone,
    library,
  };
  return tools.map((name) => TOOL_CATALOGUE[name].create(settings));
}
