import * as z from "zod";

/** What Parley reads of the results of servers. The rest is left out, and what is left out or `null` is as good as not said. */

const Hint = z.boolean().nullish();
const Text = z.string().nullish();

/** A tool as its server lists it. */
export const RemoteTool = z.object({
  name: z.string(),
  title: Text,
  description: Text,
  /** A JSON Schema. */
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z
    .object({
      title: Text,
      readOnlyHint: Hint,
      destructiveHint: Hint,
      idempotentHint: Hint,
    })
    .nullish(),
});
export type RemoteTool = z.infer<typeof RemoteTool>;

/** Of `tools/list`: one page. */
export const ToolPage = z.object({
  tools: z.array(RemoteTool),
  nextCursor: Text,
});

/** A part of a tool's result. Its `type` says which of the other fields it has. */
const Block = z.object({
  type: z.string(),
  text: Text,
  name: Text,
  title: Text,
  uri: Text,
  resource: z.object({ uri: z.string(), text: Text }).nullish(),
});
export type Block = z.infer<typeof Block>;

/** Of `tools/call`. Without a `resultType`, as before 2026-07-28, it is complete; by the specification, unknown ones are errors. */
export const CallResult = z.object({
  resultType: z.literal("complete").nullish(),
  content: z.array(Block).default([]),
  structuredContent: z.unknown().optional(),
  isError: Hint,
});
export type CallResult = z.infer<typeof CallResult>;

/** Of `tools/call`, too: the server wants to be asked again. One that wants to ask the user something gets nothing: Parley does not pass that on. */
export const Postponed = z.object({
  resultType: z.literal("input_required"),
  inputRequests: z.record(z.string(), z.never()).optional(),
  requestState: z.string(),
});

const Capabilities = z.object({ tools: z.unknown().optional() });

/** Of `server/discover`, since 2026-07-28. */
export const Discovery = z.object({
  supportedVersions: z.array(z.string()),
  capabilities: Capabilities,
});

/** Those with a handshake, the newest first. */
export const LEGACY_VERSIONS = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
] as const;

/** Of `initialize`. */
export const Handshake = z.object({
  protocolVersion: z.enum(LEGACY_VERSIONS),
  capabilities: Capabilities,
});
