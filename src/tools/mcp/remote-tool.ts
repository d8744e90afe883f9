import { toLine } from "../plain-text.ts";
import { ToolError } from "../../errors.ts";
import type { Tool } from "../../ports.ts";
import type { Source } from "../../turn.ts";
import { cleanUntrusted, INVISIBLE } from "../../untrusted-text.ts";
import type { McpClient } from "./mcp-client.ts";
import { hideSecrets, type McpServer } from "./mcp-server.ts";
import { parseInputSchema } from "./parse-input-schema.ts";
import type { Block, CallResult, RemoteTool } from "./server-results.ts";
import type * as z from "zod";

/** Providers refuse requests with more than 128, and each costs tokens with every message. */
const MAX_TOOLS = 100;

/** What a server offers. */
export interface Offer {
  readonly client: McpClient;
  readonly tools: readonly RemoteTool[];
}

/** What the operator should know: a tool that is left out, or one that they named and the server does not have. */
interface AdmissionNote {
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
    const input = parseInputSchema(tool.inputSchema, {
      clean: (description) => cleanDescription(description, server),
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

/** By the specification, a tool that says nothing may change something: hints are all that there is to go by. */
function effectOf(tool: RemoteTool): Pick<Tool, "effect"> {
  if (tool.annotations?.readOnlyHint === true) return {};
  return { effect: isDestructive(tool) ? "harmful" : "unknown" };
}

const MAX_DESCRIPTION_LENGTH = 300;

/** A tool of a remote server as one of Parley's own. What its server sends is data of a stranger, and may be long. */
function createRemoteTool({
  client,
  tool,
  name,
  input,
}: {
  client: McpClient;
  tool: RemoteTool;
  /** Its name here. */
  name: string;
  input: z.ZodObject;
}): Tool {
  const { server } = client;
  return {
    name,
    description: describe(tool, server),
    input,
    server: server.name,
    ...effectOf(tool),
    async run(fields, { signal, mayHaveRun }) {
      signal.throwIfAborted();
      if (mayHaveRun && !mayRunAgain(tool))
        throw new ToolError(
          `It is not known whether ${name} has run: Parley was interrupted in this call. If it only looks something up, call it again. Otherwise find out what came of it, or tell the user.`,
        );
      const result = await client.callTool(tool, { arguments: fields, signal });
      const text = hideSecrets(writeResult(result), server);
      if (result.isError === true)
        throw new ToolError(text || `${name} failed and does not say why.`);
      return {
        text: text || `${name} is done and sent nothing back.`,
        sources: linksOf(result, server),
      };
    },
  };
}

/** By the specification, a tool that says nothing may change something, and more of it with each call. */
function mayRunAgain({ annotations }: RemoteTool): boolean {
  return (
    annotations?.readOnlyHint === true || annotations?.idempotentHint === true
  );
}

function describe(tool: RemoteTool, server: McpServer): string {
  const written = [tool.description, tool.title, tool.annotations?.title]
    .map((text) => cleanDescription(text ?? "", server))
    .map((text) => toLine(text, { maxLength: MAX_DESCRIPTION_LENGTH }))
    .find((text) => text !== "");
  return written ?? `The tool ${tool.name.slice(0, 64)} of ${server.name}.`;
}

/** Without secrets, and without names of other servers' tools: it describes its own, and gives no orders for theirs. */
function cleanDescription(text: string, server: McpServer): string {
  return hideSecrets(cleanUntrusted(text), server).replaceAll(
    /\b[a-z\d]\w*?__\w+/gi,
    (name) => (name.startsWith(`${server.name}__`) ? name : "…"),
  );
}

/** Providers take no longer names. */
const MAX_LENGTH = 64;

/**
 * The name of a server's tool here: `server__tool`, of small letters, digits and underscores, as `findOrder` of `shop` is
 * `shop__find_order`. `undefined` where nothing of its name is left, or too much.
 */
export function nameRemoteTool(
  server: string,
  tool: string,
): string | undefined {
  const words = tool
    .slice(0, 200)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "_")
    .replaceAll(/^_|_$/g, "");
  const name = `${server}__${words}`;
  return words === "" || name.length > MAX_LENGTH ? undefined : name;
}

/** A result as text, without characters that nobody sees: what cannot be read is named in brackets; structured content counts where there is no text. */
export function writeResult({
  content,
  structuredContent,
}: CallResult): string {
  const blocks = content.map(writeBlock).filter((text) => text !== "");
  const hasText = content.some((block) => textOf(block).trim() !== "");
  const structured =
    hasText || structuredContent === undefined
      ? []
      : [JSON.stringify(structuredContent)];
  return [...blocks, ...structured]
    .join("\n")
    .toWellFormed()
    .replaceAll(INVISIBLE, "")
    .trim();
}

function writeBlock(block: Block): string {
  const { type, resource, uri } = block;
  switch (type) {
    case "text":
      return textOf(block);
    case "resource":
      return textOf(block) || `[resource left out: ${resource?.uri ?? ""}]`;
    case "resource_link":
      return `${titleOf(block)}: ${uri ?? ""}`;
    default:
      return `[${type} left out]`;
  }
}

/** Pages that a result names in fields of its own, not in its text. */
function linksOf({ content }: CallResult, server: McpServer): Source[] {
  return content.flatMap((block) => {
    const { type, uri } = block;
    const isPage = type === "resource_link" && /^https?:/.test(uri ?? "");
    return isPage && uri && hideSecrets(uri, server) === uri
      ? [{ title: titleOf(block), url: uri }]
      : [];
  });
}

function titleOf({ title, name }: Block): string {
  return title ?? name ?? "";
}

/** Servers send files as resources, with their text. */
function textOf({ type, text, resource }: Block): string {
  const from = type === "text" ? text : type === "resource" && resource?.text;
  return from || "";
}
