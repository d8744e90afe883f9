import type {
  CallToolResult,
  ContentBlock,
  Tool as RemoteTool,
} from "@modelcontextprotocol/client";
import type * as z from "zod";
import { cleanUntrusted, INVISIBLE } from "../../text/untrusted-text.ts";
import { ToolError } from "../../types/errors.ts";
import type { Tool } from "../../types/tool.ts";
import type { Source } from "../../types/turn.ts";
import { toLine } from "../plain-text.ts";
import { MAX_TOOLS } from "./bound-message.ts";
import type { McpClient } from "./mcp-client.ts";
import { hideSecrets, type McpServer } from "./mcp-server.ts";
import { parseInputSchema } from "./parse-input-schema.ts";
import { SignedOutError } from "./sign-in/access.ts";
import { askToSignIn } from "./sign-in/sign-in-tool.ts";

export interface Offer {
  readonly client: McpClient;
  readonly tools: readonly RemoteTool[];
}

/**
 * For the operator: a tool that was left out, or a configured one that the
 * server lacks.
 */
export interface AdmissionNote {
  readonly server: string;
  readonly tool: string;
  readonly reason: string;
}

/**
 * Selects the usable tools, in the order of their servers and of each server's
 * list.
 * @param options.allowedDangerous tools that may be destructive:
 * `shop__drop_order`, or `shop__*` for all of a server
 */
export function admitTools(
  offers: readonly Offer[],
  { allowedDangerous }: { allowedDangerous: readonly string[] },
): { tools: readonly Tool[]; notes: readonly AdmissionNote[] } {
  const tools = new Map<string, Tool>();
  const notes: AdmissionNote[] = [];

  /** Adds the tool, or returns why it cannot be used. */
  const admit = (client: McpClient, tool: RemoteTool): string | undefined => {
    const { server } = client;
    const name = nameRemoteTool(server.name, tool.name);
    if (name === undefined)
      return "its name has no Latin letters or digits, or is too long";
    if (tools.has(name)) return `another tool is called ${name}, too`;
    const isAllowed =
      allowedDangerous.includes(name) ||
      allowedDangerous.includes(`${server.name}__*`);
    if (isDestructive(tool) && !isAllowed)
      return `its server marks it as destructive; to allow it, add ${name} to TOOLS_ALLOW_DANGEROUS`;
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
    const { server } = client;
    const note = (tool: string, reason: string): void => {
      const shown = toLine(hideSecrets(tool, server), { maxLength: 100 });
      notes.push({ server: server.name, tool: shown, reason });
    };
    const names = new Set(offered.map(({ name }) => name));
    for (const tool of server.tools ?? [])
      if (!names.has(tool)) note(tool, "the server has no such tool");
    for (const tool of offered) {
      const reason = admit(client, tool);
      if (reason !== undefined) note(tool.name, reason);
    }
  }
  return { tools: [...tools.values()], notes };
}

/**
 * Only explicit hints count: by the specification, unannotated tools are
 * destructive, but most tools have no annotations.
 */
function isDestructive({ annotations }: RemoteTool): boolean {
  return (
    annotations?.destructiveHint === true && annotations.readOnlyHint !== true
  );
}

/** By the specification, an unannotated tool may change something. */
function effectOf(tool: RemoteTool): Pick<Tool, "effect"> {
  if (tool.annotations?.readOnlyHint === true) return {};
  return { effect: isDestructive(tool) ? "harmful" : "unknown" };
}

const MAX_DESCRIPTION_LENGTH = 300;

/**
 * Wraps a remote tool. Everything from its server is untrusted and may be long.
 */
function createRemoteTool({
  client,
  tool,
  name,
  input,
}: {
  client: McpClient;
  tool: RemoteTool;
  /** Its local name. */
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
    async run(fields, { signal, mayHaveRun, ...context }) {
      signal.throwIfAborted();
      if (mayHaveRun && !mayRunAgain(tool))
        throw new ToolError(
          `It is unknown whether ${name} has run, since Parley was interrupted during this call. If it only looks something up, call it again. Otherwise find out its outcome, or tell the user.`,
        );
      const result = await client
        .callTool(tool, { arguments: fields, signal })
        .catch((error: unknown) => {
          const isPersons = server.auth === "person";
          if (!isPersons || !(error instanceof SignedOutError)) throw error;
          return askToSignIn(server.name, context);
        });
      const text = hideSecrets(writeResult(result), server);
      if (result.isError === true)
        throw new ToolError(text || `${name} failed and does not say why.`);
      return {
        text: text || `${name} succeeded and returned nothing.`,
        sources: linksOf(result, server),
      };
    },
  };
}

/**
 * By the specification, an unannotated tool is neither read-only nor
 * idempotent.
 */
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

/**
 * Removes secrets and names of other servers' tools: a description must not
 * give instructions for those.
 */
function cleanDescription(text: string, server: McpServer): string {
  return hideSecrets(cleanUntrusted(text), server).replaceAll(
    /\b[a-z\d]\w*?__\w+/gi,
    (name) => (name.startsWith(`${server.name}__`) ? name : "…"),
  );
}

/** Providers' limit of a tool's name. */
const MAX_LENGTH = 64;

/**
 * The local name of a server's tool, `server__tool`, in lower case, digits and
 * underscores: `findOrder` of `shop` is `shop__find_order`. `undefined` if that
 * leaves no name, or a too long one.
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

/**
 * Converts a result to text without invisible characters. Names unreadable
 * blocks in brackets; uses structured content if there is no text.
 */
export function writeResult({
  content,
  structuredContent,
}: CallToolResult): string {
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

function writeBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource":
      return textOf(block) || `[resource left out: ${block.resource.uri}]`;
    case "resource_link":
      return `${block.title ?? block.name}: ${block.uri}`;
    case "image":
    case "audio":
      return `[${block.type} left out]`;
  }
}

/** Resources are files, whose text is embedded. */
function textOf(block: ContentBlock): string {
  if (block.type === "text") return block.text;
  if (block.type !== "resource") return "";
  return "text" in block.resource ? block.resource.text : "";
}

/** Pages in a result's resource links. */
function linksOf({ content }: CallToolResult, server: McpServer): Source[] {
  return content
    .filter((block) => block.type === "resource_link")
    .filter(
      ({ uri }) => /^https?:/.test(uri) && hideSecrets(uri, server) === uri,
    )
    .map(({ title, name, uri }) => ({ title: title ?? name, url: uri }));
}
