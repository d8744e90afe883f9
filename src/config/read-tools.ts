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
