import * as z from "zod";

/**
 * The fields of servers' results that Parley reads. `null` counts as missing.
 */

const Hint = z.boolean().nullish();
const Text = z.string().nullish();

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

/** One page of `tools/list`. */
export const ToolPage = z.object({
  tools: z.array(RemoteTool),
  nextCursor: Text,
});

/** A part of a tool's result; `type` determines which other fields it has. */
const Block = z.object({
  type: z.string(),
  text: Text,
  name: Text,
  title: Text,
  uri: Text,
  resource: z.object({ uri: z.string(), text: Text }).nullish(),
});
export type Block = z.infer<typeof Block>;

/**
 * Result of `tools/call`. Before 2026-07-28 there was no `resultType`, which
 * means `complete`; unknown types are errors by the specification.
 */
export const CallResult = z.object({
  resultType: z.literal("complete").nullish(),
  content: z.array(Block).default([]),
  structuredContent: z.unknown().optional(),
  isError: Hint,
});
export type CallResult = z.infer<typeof CallResult>;

/**
 * Result of `tools/call` that asks for a retry with `requestState`. Rejects
 * those that ask the user something, which Parley does not support.
 */
export const Postponed = z.object({
  resultType: z.literal("input_required"),
  inputRequests: z.record(z.string(), z.never()).optional(),
  requestState: z.string(),
});

const Capabilities = z.object({ tools: z.unknown().optional() });

/** Result of `server/discover`, since 2026-07-28. */
export const Discovery = z.object({
  supportedVersions: z.array(z.string()),
  capabilities: Capabilities,
});

/** Protocol versions with a handshake, newest first. */
export const LEGACY_VERSIONS = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
] as const;

/** Result of `initialize`. */
export const Handshake = z.object({
  protocolVersion: z.enum(LEGACY_VERSIONS),
  capabilities: Capabilities,
});
