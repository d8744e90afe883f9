import { describeFailure } from "../../src/describe-failure.ts";
import type { Examination } from "./examination.ts";
import { failed, type Finding } from "./finding.ts";
import { createSecretFilter } from "./secret-filter.ts";
import { createParleyClient } from "./parley-client.ts";
import {
  DOCTOR_USAGE,
  type DoctorOrder,
  parseDoctorArguments,
} from "./parse-doctor-arguments.ts";
import { type HealthReading, readHealth } from "./read-health.ts";
import { readSettings, type Settings } from "./read-settings.ts";
import {
  type Counts,
  createJsonReporter,
  createTextReporter,
  type StageFinding,
} from "./reporter.ts";
import { showCallbackSecret } from "./show-callback-secret.ts";
import type { StageName } from "./stage-names.ts";
import { STAGES } from "./stages.ts";

/** As shells have it for a program that Ctrl-C has ended. */
const STOPPED = 130;

/** `npm run doctor`; returns the exit code: 1 where something failed, 0 also with warnings, 130 once the signal is aborted. */
export async function runDoctor({
  arguments: given,
  environment,
  directory,
  print,
  hasColours = false,
  signal,
}: {
  arguments: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Where `.dev.vars` and `wrangler.toml` are. */
  directory: string;
  print: (line: string) => void;
  hasColours?: boolean;
  signal: AbortSignal;
}): Promise<0 | 1 | typeof STOPPED> {
  const order = parseDoctorArguments(given);
  if (order.kind === "wrong" || order.kind === "help") {
    if (order.kind === "wrong") print(`${order.problem}\n`);
    print(DOCTOR_USAGE);
    return order.kind === "wrong" ? 1 : 0;
  }
  const { target, isJson } = order;
  const reading = await tryToReadSettings({ target, environment, directory });
  if (typeof reading === "string") {
    print(reading);
    return 1;
  }
  if (order.kind === "callback-secret")
    return showCallbackSecret(order, { settings: reading, print });
  const reporter = isJson
    ? createJsonReporter({ url: target.url, print })
    : createTextReporter({ url: target.url, hasColours, print });
  const hideSecrets = createSecretFilter(reading);
  const examination = createExamination(order, { settings: reading, signal });
  const findings: StageFinding[] = [];
  try {
    for (const stage of chooseStages(order, reading)) {
      reporter.begin(stage);
      for await (const found of examine(stage, examination)) {
        const finding = hideSecrets(found);
        findings.push({ stage, ...finding });
        reporter.add(finding);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    if (!isJson) print("Stopped.");
    return STOPPED;
  }
  const counts = countKinds(findings);
  reporter.end({ counts, findings });
  return counts.failed > 0 ? 1 : 0;
}

/** The settings, or why the files cannot be read. */
async function tryToReadSettings(
  where: Parameters<typeof readSettings>[0],
): Promise<Settings | string> {
  try {
    return await readSettings(where);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    return `.dev.vars or wrangler.toml cannot be read. ${reason}`.trim();
  }
}

function createExamination(
  order: DoctorOrder,
  { settings, signal }: { settings: Settings; signal: AbortSignal },
): Examination {
  const client = createParleyClient({ url: order.target.url, signal });
  let health: Promise<HealthReading> | undefined;
  return {
    order,
    settings,
    client,
    health: () => (health ??= readHealth(client)),
    signal,
  };
}

/** A wrong configuration is always told: nothing else can be looked at. */
function chooseStages(
  { stages }: DoctorOrder,
  { kind }: Settings,
): readonly StageName[] {
  return kind === "right" || stages.includes("configuration")
    ? stages
    : ["configuration", ...stages];
}

async function* examine(
  stage: StageName,
  examination: Examination,
): AsyncGenerator<Finding> {
  try {
    yield* STAGES[stage](examination);
  } catch (error) {
    examination.signal.throwIfAborted();
    const { error: name, at } = describeFailure(error);
    yield failed(
      `Here npm run doctor itself broke: ${name} ${at[0] ?? ""}`,
      "Please report it.",
    );
  }
}

function countKinds(findings: readonly Finding[]): Counts {
  const counts = { passed: 0, warning: 0, failed: 0, skipped: 0 };
  for (const { kind } of findings) counts[kind]++;
  return counts;
}
