import { AttachmentError, ConfigurationError, ModelError } from "./errors.ts";

/**
 * Names, numbers and ids; never user content or secrets. Pass a caught error as
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
 * Describes an error by name and stack. Drops messages of foreign errors, which
 * may contain URLs with keys or user content, and keeps those of our own errors
 * that are written for the log.
 */
export function describeError(error: unknown): Details {
  const isMadeForLog =
    error instanceof AttachmentError || error instanceof ConfigurationError;
  if (isMadeForLog) return { error: error.message };
  if (error instanceof ModelError) {
    const { message, cause } = error;
    const reason = cause instanceof Error ? cause.message : undefined;
    return { error: message, reason };
  }
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    at: frames.slice(0, 5).map((line) => line.trim()),
  };
}
