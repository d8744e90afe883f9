import type { Config } from "../../src/config.ts";
import type { Finding } from "./finding.ts";
import type { ParleyClient } from "./parley-client.ts";
import type { DoctorOrder } from "./parse-doctor-arguments.ts";
import type { HealthReading } from "./read-health.ts";
import type { Settings } from "./read-settings.ts";

/** What a stage has at hand. */
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
export type Stage<Context> = (context: Context) => AsyncIterable<Finding>;
