import { toCode } from "../text/text.ts";
import {
  AttachmentError,
  ConfigurationError,
  ModelError,
} from "../types/errors.ts";

/**
 * Names, numbers, codes and ids; never secrets, and no text of people, which
 * what servers say may repeat. Pass a caught error as
 * `error`: it is logged by `describeError`.
 */
type Details = Readonly<Record<string, unknown>>;

/** Logs a line of JSON for the operator: a request or task has failed. */
export function logError(event: string, details: Details = {}): void {
  console.error(toLine(event, details));
}

/** The same for a failure that was handled by a fallback or a retry. */
export function logWarning(event: string, details: Details = {}): void {
  console.warn(toLine(event, details));
}

function toLine(event: string, { error, ...details }: Details): string {
  return JSON.stringify({
    event,
    ...details,
    ...(error !== undefined && describeError(error)),
  });
}

/**
 * Describes an error by name and stack, a model's by kind, status and code.
 * Drops messages of foreign errors, which may contain URLs with keys or user
 * content, and keeps those of our own errors that are written for the log.
 */
export function describeError(error: unknown): Details {
  const isMadeForLog =
    error instanceof AttachmentError || error instanceof ConfigurationError;
  if (isMadeForLog) return { error: error.message };
  if (error instanceof ModelError) {
    const { message, code } = error;
    return { error: message, code };
  }
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  return {
    error: toCode(error.name) ?? "Error",
    at: framesOf(error).slice(0, 5),
  };
}

/** The stack begins with the message, which may look like a frame. */
function framesOf({ stack = "", message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  const frames = start < 0 ? "" : stack.slice(start + message.length);
  return frames
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "));
}
