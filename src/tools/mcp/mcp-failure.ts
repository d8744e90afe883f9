import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from "@modelcontextprotocol/client";
import { asObject, asText } from "../../text/json.ts";
import { toCode } from "../../text/text.ts";
import { ToolError } from "../../types/errors.ts";
import { toLine } from "../plain-text.ts";
import { hideSecrets, type McpServer } from "./mcp-server.ts";

/** What Parley itself finds wrong with a server's answer. */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
  readonly kind: "unreachable" | "broken-off" | "too-long" | "invalid";

  constructor(kind: McpFailure["kind"]) {
    super(`The MCP server failed: ${kind}.`);
    this.kind = kind;
  }
}

/** The server does not accept the token (HTTP 401), and has run nothing. */
export class DeniedError extends ToolError {}

/**
 * A failure in one sentence for the model, without the server's token and URL.
 * The cause is the same for the log, without the server's words.
 */
export function toToolError(error: unknown, server: McpServer): ToolError {
  const quote = ({ message }: Error): string =>
    `: ${toLine(hideSecrets(message, server), { maxLength: MAX_QUOTE_LENGTH })}`;
  const nameCode = ({ code }: { code: unknown }): string =>
    ` (${toCode(code) ?? "no code"}).`;
  const Failure = isDenied(error) ? DeniedError : ToolError;
  return new Failure(explain(error, server, quote), {
    cause: new Error(explain(error, server, nameCode)),
  });
}

/** The negotiation of the version wraps other errors. */
function isDenied(error: unknown): boolean {
  if (error instanceof SdkHttpError) return error.status === 401;
  return error instanceof SdkError && isDenied(error.cause);
}

function explain(
  error: unknown,
  server: McpServer,
  say: (error: ProtocolError | SdkError) => string,
): string {
  const { name } = server;
  const strange = `${name} does not respond like an MCP server`;
  if (error instanceof McpFailure)
    switch (error.kind) {
      case "unreachable":
        return `${name} cannot be reached.`;
      case "broken-off":
        return `The answer of ${name} broke off.`;
      case "too-long":
        return `The answer of ${name} is too long.`;
      case "invalid":
        return `${strange}.`;
    }
  if (/protocol version is not supported/.test(String(error)))
    return `${name} speaks no version of MCP that Parley knows.`;
  if (error instanceof SdkHttpError) return explainStatus(error.status, name);
  if (error instanceof InsufficientScopeError) return explainStatus(403, name);
  if (error instanceof ProtocolError)
    return `${name} refused the request${say(error)}`;
  if (!(error instanceof SdkError)) return `${strange}.`;
  if (error.code === SdkErrorCode.CapabilityNotSupported)
    return `${name} wants to ask the user something, which Parley does not support.`;
  if (error.code === SdkErrorCode.ClientHttpUnexpectedContent)
    return `${strange}: Unexpected content type: ${typeIn(error)}`;
  // The negotiation of the version wraps other errors.
  if (error.cause !== undefined) return explain(error.cause, server, say);
  return `${strange}${say(error)}`;
}

const MAX_QUOTE_LENGTH = 300;

/** Only a plain one, since it also goes into the log. */
function typeIn({ data }: SdkError): string {
  const type = asText(asObject(data)["contentType"]);
  return /^[\w.+-]{1,50}\/[\w.+-]{1,50}/.exec(type)?.[0] ?? "none";
}

function explainStatus(status: number, name: string): string {
  const code = `(HTTP ${status})`;
  if (status === 401 || status === 403)
    return `${name} denies Parley access ${code}.`;
  if (status === 404 || status === 405)
    return `There is no MCP server at the address of ${name} ${code}.`;
  if (status === 429)
    return `${name} accepts no more requests for now ${code}.`;
  if (status >= 300 && status < 400)
    return `${name} has moved to another address ${code}.`;
  return `${name} failed ${code}.`;
}
