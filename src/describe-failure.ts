/**
 * An error for the log: its name and where it was thrown. The messages of foreign errors are left out, since they may
 * hold addresses with keys, or what people wrote.
 */
export function describeFailure(error: unknown): {
  error: string;
  at: readonly string[];
} {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const frames = (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    at: frames.slice(0, 5).map((line) => line.trim()),
  };
}
