import type { Config } from "../../src/config.ts";
import {
  type Answer,
  type HealthReading,
  type ParleyClient,
  readProblem,
} from "../parley-client.ts";
import type { DoctorOrder } from "./doctor-arguments.ts";
import { type Finding, toLine } from "./report.ts";
import type { Settings } from "./settings.ts";

/** What a stage has to work with. */
export interface Examination {
  readonly order: DoctorOrder;
  readonly settings: Settings;
  /** For the Parley that is looked at. */
  readonly client: ParleyClient;
  /** What it says of itself; it is asked once. Throws only the signal's reason. */
  readonly health: () => Promise<HealthReading>;
  readonly signal: AbortSignal;
}

/** With settings that Parley would start with. */
export interface ConfiguredExamination extends Examination {
  readonly config: Config;
}

/** Tells what it finds as it finds it. Throws only the signal's reason. */
export type Check<Context> = (context: Context) => AsyncIterable<Finding>;

/** What went wrong, to be said after a colon. */
export function describeAnswer(answer: Answer): string {
  if (answer.kind === "unreachable") return `${answer.reason}.`;
  const { detail } = readProblem(answer.body);
  return `HTTP ${answer.status}${detail && `; ${toLine(detail)}`}`;
}

/** Where the log is. */
export const LOG_ADVICE =
  "the terminal of `npm run dev`, or `npx wrangler tail`";

const SILENCES = {
  healthy: undefined,
  unreachable: "Parley does not answer",
  misconfigured: "Parley refuses to start",
  strange: "what answers is not Parley",
} as const;

/** Why nothing can be asked of Parley, as a clause after "since"; `undefined` where it works. */
export function explainSilence({ kind }: HealthReading): string | undefined {
  return SILENCES[kind];
}
