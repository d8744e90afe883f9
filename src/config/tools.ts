import type { ConfigurationProblem } from "../errors.ts";
import type { ToolEntry } from "../tools/tool-catalogue.ts";
import { Environment } from "./environment.ts";
import type { SetVariables } from "./find-conflicts.ts";

/** Stands alone, for no tools. */
const NONE = "none";

/**
 * The tools that TOOLS names, by themselves or by their toolkit, in its order, each once. A dangerous tool that is not
 * allowed is a problem where it is named, but only left out of a toolkit: a toolkit may get one with a later version.
 */
export function readTools<Name extends string>(
  set: SetVariables,
  { catalogue }: { catalogue: Readonly<Record<Name, ToolEntry>> },
): { names: readonly Name[]; problems: readonly ConfigurationProblem[] } {
  const { TOOLS, TOOLS_ALLOW_DANGEROUS } = Environment.shape;
  const written = TOOLS.parse(set.get("TOOLS"));
  const chosen = written.join() === NONE ? [] : written;
  const allowed = TOOLS_ALLOW_DANGEROUS.parse(set.get("TOOLS_ALLOW_DANGEROUS"));

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
    ? "; tools of MCP servers are not named here: all that MCP_SERVERS lets be used are there"
    : "";
  return {
    variable: "TOOLS",
    problem: `must be a list of tools (${tools.join(", ")}) or toolkits (${toolkits.join(", ")}), or ${NONE}${hint}`,
  };
}

function notAllowed(tools: readonly string[]): ConfigurationProblem {
  return {
    variable: "TOOLS_ALLOW_DANGEROUS",
    problem: `does not name ${tools.join(", ")}, which TOOLS does. What can do harm has to be named in both; else take it out of TOOLS`,
  };
}

/** How each of the search providers is reached, in the order in which they are asked. */
export type SearchProviderConfig = ReturnType<
  typeof readSearchProviders
>[number];

/** The chosen providers. What they need is there: `findConflicts` has looked. */
export function readSearchProviders(values: Environment) {
  return values.SEARCH_PROVIDERS.map((name) => readProvider(name, values));
}

function readProvider(
  name: Environment["SEARCH_PROVIDERS"][number],
  values: Environment,
) {
  switch (name) {
    case "wikipedia":
      return {
        name,
        baseUrl: values.WIKIPEDIA_BASE_URL,
        defaultLanguage: values.WIKIPEDIA_LANGUAGE,
      };
    case "serpapi":
      return {
        name,
        apiKey: values.SERPAPI_API_KEY ?? "",
        baseUrl: values.SERPAPI_BASE_URL,
      };
    case "tavily":
      return {
        name,
        apiKey: values.TAVILY_API_KEY ?? "",
        baseUrl: values.TAVILY_BASE_URL,
      };
    case "brave":
      return {
        name,
        apiKey: values.BRAVE_API_KEY ?? "",
        baseUrl: values.BRAVE_BASE_URL,
      };
    case "searxng":
      return { name, baseUrl: values.SEARXNG_BASE_URL ?? "" };
    case "elasticsearch":
      return {
        name,
        baseUrl: values.ELASTICSEARCH_BASE_URL ?? "",
        index: values.ELASTICSEARCH_INDEX ?? "",
        fields: values.ELASTICSEARCH_FIELDS,
        size: values.ELASTICSEARCH_SIZE,
        apiKey: values.ELASTICSEARCH_API_KEY,
        username: values.ELASTICSEARCH_USERNAME,
        password: values.ELASTICSEARCH_PASSWORD,
      };
  }
}
