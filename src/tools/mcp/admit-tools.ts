import type { Tool as RemoteTool } from "@modelcontextprotocol/client";
import type { Tool } from "../../ports.ts";
import { createRemoteTool } from "./create-remote-tool.ts";
import { hideSecrets } from "./hide-secrets.ts";
import type { McpClient } from "./mcp-client.ts";
import { nameRemoteTool } from "./name-remote-tool.ts";
import { readInputSchema } from "./read-input-schema.ts";

/** Providers refuse requests with more than 128, and each costs tokens with every message. */
const MAX_TOOLS = 100;

/** What a server offers. */
export interface Offer {
  readonly client: McpClient;
  readonly tools: readonly RemoteTool[];
}

/** What the operator should know: a tool that is left out, or one that they named and the server does not have. */
export interface AdmissionNote {
  readonly server: string;
  readonly tool: string;
  readonly reason: string;
}

/**
 * The tools that can be used, in the order of their servers and as each has served them.
 * @param allowedDangerous names (`shop__drop_order`, or `shop__*` for all of a server) whose tools may be destructive
 */
export function admitTools(
  offers: readonly Offer[],
  { allowedDangerous }: { allowedDangerous: readonly string[] },
): { tools: readonly Tool[]; notes: readonly AdmissionNote[] } {
  const tools = new Map<string, Tool>();
  const notes: AdmissionNote[] = [];

  /** Why it cannot be used, unless it was added. */
  const admit = (client: McpClient, tool: RemoteTool): string | undefined => {
    const { server } = client;
    const name = nameRemoteTool(server.name, tool.name);
    if (name === undefined)
      return "its name has nothing to call it by, or is too long";
    if (tools.has(name)) return `another tool is called ${name}, too`;
    const isAllowed =
      allowedDangerous.includes(name) ||
      allowedDangerous.includes(`${server.name}__*`);
    if (isDestructive(tool) && !isAllowed)
      return `its server says that it destroys something; add ${name} to TOOLS_ALLOW_DANGEROUS if that is wanted`;
    const input = readInputSchema(tool.inputSchema, {
      clean: (description) => hideSecrets(description, server),
    });
    if (input === undefined) return "the schema of its input is too large";
    if (tools.size >= MAX_TOOLS)
      return `there are ${MAX_TOOLS} tools already; name those that are needed in "tools"`;
    tools.set(name, createRemoteTool({ client, tool, name, input }));
    return undefined;
  };

  for (const { client, tools: offered } of offers) {
    const { name: server, tools: wanted } = client.server;
    const names = new Set(offered.map(({ name }) => name));
    for (const tool of wanted?.filter((name) => !names.has(name)) ?? [])
      notes.push({ server, tool, reason: "the server has no such tool" });
    for (const tool of offered) {
      if (wanted?.includes(tool.name) === false) continue;
      const reason = admit(client, tool);
      if (reason !== undefined)
        notes.push({ server, tool: tool.name.slice(0, 100), reason });
    }
  }
  return { tools: [...tools.values()], notes };
}

/** The specification takes every tool that says nothing for destructive; most say nothing. */
function isDestructive({ annotations }: RemoteTool): boolean {
  return (
    annotations?.destructiveHint === true && annotations.readOnlyHint !== true
  );
}
