import type { Config } from "../../src/config/parse-config.ts";
import {
  readProblem,
  type Answer,
  type HealthReading,
  type ParleyClient,
} from "../parley-client.ts";
import type { DoctorOrder } from "./doctor-arguments.ts";
import { toLine, type Finding } from "./report.ts";
import type { Settings } from "./settings.ts";

/** The context of a stage. */
export interface Examination {
  readonly order: DoctorOrder;
  readonly settings: Settings;
  /** For the target. */
  readonly client: ParleyClient;
  /** The target's health, requested once. Throws only the signal's reason. */
  readonly health: () => Promise<HealthReading>;
  readonly signal: AbortSignal;
}

/** With a valid configuration. */
export interface ConfiguredExamination extends Examination {
  readonly config: Config;
}

/** Yields findings as it makes them. Throws only the signal's reason. */
export type Check<Context> = (context: Context) => AsyncIterable<Finding>;

/** Describes an unexpected answer, to follow a colon. */
export function describeAnswer(answer: Answer): string {
  if (answer.kind === "unreachable") return `${answer.reason}.`;
  const { detail } = readProblem(answer.body);
  return `HTTP ${answer.status}${detail && `; ${toLine(detail)}`}`;
}

/** Where to find the log, as advice. */
export const LOG_ADVICE =
  "the terminal of `npm run dev`, or `npx wrangler tail`";

const UNAVAILABLE = {
  healthy: undefined,
  unreachable: "Parley does not answer",
  misconfigured: "Parley refuses to start",
  strange: "the server there is not Parley",
} as const;

/**
 * Why Parley cannot be queried, as a clause after "since"; `undefined` if it is
 * healthy.
 */
export function explainUnavailability({
  kind,
}: HealthReading): string | undefined {
  return UNAVAILABLE[kind];
}
