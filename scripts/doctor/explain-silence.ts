import type { HealthReading } from "./read-health.ts";

/** Why nothing can be asked of Parley, as a clause behind "since"; `undefined` where it works. */
export function explainSilence({ kind }: HealthReading): string | undefined {
  switch (kind) {
    case "healthy":
      return undefined;
    case "unreachable":
      return "Parley does not answer";
    case "misconfigured":
      return "Parley refuses to start";
    case "strange":
      return "what answers is not Parley";
  }
}
