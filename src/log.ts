import { AttachmentError, ConfigurationError, ModelError } from "./errors.ts";

/** Names, numbers and ids; never what people wrote, nor a secret. What was thrown goes into `error`, as it is. */
type Details = Readonly<Record<string, unknown>>;

/** A line of JSON for the operator: something failed that somebody asked for. */
export function logError(event: string, details: Details = {}): void {
  console.error(toLine(event, details));
}

/** The same for what was made up for: another way was found, or it is tried again. */
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
 * An error by its name and where it was thrown. The messages of foreign errors are left out, since they may hold addresses with keys, or what
 * people wrote; those of our own that are made for the log are kept.
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
