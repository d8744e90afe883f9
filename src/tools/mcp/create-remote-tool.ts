import type { Tool as RemoteTool } from "@modelcontextprotocol/client";
import type * as z from "zod";
import { ToolError } from "../../errors.ts";
import type { Tool } from "../../ports.ts";
import { hideSecrets } from "./hide-secrets.ts";
import type { McpClient } from "./mcp-client.ts";
import type { McpServer } from "./mcp-server.ts";
import { toLine } from "./to-line.ts";
import { writeResult } from "./write-result.ts";

const MAX_DESCRIPTION_LENGTH = 300;

/** A tool of a remote server as one of Parley's own. What its server sends is data of a stranger, and may be long. */
export function createRemoteTool({
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
      return text || `${name} is done and sent nothing back.`;
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
    .map((text) => hideSecrets(text ?? "", server))
    .map((text) => toLine(text, { maxLength: MAX_DESCRIPTION_LENGTH }))
    .find((text) => text !== "");
  return written ?? `The tool ${tool.name.slice(0, 64)} of ${server.name}.`;
}
