import { styleText } from "node:util";
import { CHANNEL_CATALOGUE } from "../../src/channels/channel-catalogue.ts";
import { describeError } from "../../src/runtime/log.ts";
import {
  createParleyClient,
  readHealth,
  type HealthReading,
} from "../parley-client.ts";
import { loadCheck } from "./check-channel.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { checkModel } from "./check-model.ts";
import { checkParley } from "./check-parley.ts";
import { checkStorage } from "./check-storage.ts";
import { checkTools } from "./check-tools.ts";
import {
  DOCTOR_USAGE,
  parseDoctorArguments,
  STAGE_NAMES,
  type OwnStageName,
} from "./doctor-arguments.ts";
import type {
  Check,
  ConfiguredExamination,
  Examination,
} from "./examination.ts";
import { failed, formatFinding, skipped, type Finding } from "./report.ts";
import { readSettings, showCallbackSecret, type Settings } from "./settings.ts";

interface Stage {
  readonly title: string;
  readonly check: Check<Examination>;
}

const OWN_STAGES: Readonly<Record<OwnStageName, Stage>> = {
  configuration: { title: "Configuration", check: checkConfiguration },
  parley: { title: "Parley", check: checkParley },
  model: { title: "Model", check: configured(checkModel) },
  tools: { title: "Tools", check: configured(checkTools) },
  storage: { title: "Storage", check: configured(checkStorage) },
};

const STAGES: ReadonlyMap<string, Stage> = new Map([
  ...Object.entries(OWN_STAGES),
  ...CHANNEL_CATALOGUE.map(
    (definition) =>
      [
        definition.name,
        {
          title: definition.title,
          check: configured(loadCheck(definition)),
        },
      ] as const,
  ),
]);

function configured(check: Check<ConfiguredExamination>): Check<Examination> {
  return async function* (examination): AsyncGenerator<Finding> {
    const { settings } = examination;
    if (settings.kind === "right")
      yield* check({ ...examination, config: settings.config });
    else yield skipped("Skipped: the configuration is invalid.");
  };
}

/** 128 + SIGINT, the shells' convention for a program ended by Ctrl-C. */
const STOPPED = 130;

/**
 * `npm run doctor`; returns the exit code: 1 if a check failed, 0 if there are
 * only warnings, 130 if the signal was aborted.
 */
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
  /** Contains `.dev.vars` and `wrangler.toml`. */
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
  let settings: Settings;
  try {
    settings = await readSettings({ target, environment, directory });
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    print(`.dev.vars or wrangler.toml cannot be read. ${reason}`.trim());
    return 1;
  }
  if (order.kind === "callback-secret")
    return showCallbackSecret(order, { settings, print });

  const say = isJson ? () => {} : print;
  const client = createParleyClient({ url: target.url, signal });
  let health: Promise<HealthReading> | undefined;
  const examination: Examination = {
    order,
    settings,
    client,
    health: () => (health ??= readHealth(client)),
    signal,
  };
  const hideSecrets = createSecretFilter(settings);
  const findings: (Finding & { readonly stage: string })[] = [];
  const wanted = order.stages ?? stagesThatAreOn(settings);
  // Always report an invalid configuration, since it prevents the other checks.
  const stages =
    settings.kind === "right" ? wanted : new Set(["configuration", ...wanted]);
  try {
    for (const stage of stages) {
      const { title: plain = stage } = STAGES.get(stage) ?? {};
      const title = hasColours
        ? styleText("bold", plain, { validateStream: false })
        : plain;
      say(stage === "parley" ? `${title} at ${target.url}` : title);
      for await (const found of examine(stage, examination)) {
        const finding = hideSecrets(found);
        findings.push({ stage, ...finding });
        say(formatFinding(finding, hasColours));
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    say("Stopped.");
    return STOPPED;
  }
  const counts = countKinds(findings);
  const { url } = target;
  if (isJson)
    print(JSON.stringify({ url, summary: counts, findings }, null, 2));
  else print(`\n${summarise(counts)}`);
  return counts.failed > 0 ? 1 : 0;
}

/** Omits the channels that are off. */
function stagesThatAreOn(settings: Settings): readonly string[] {
  if (settings.kind === "wrong") return STAGE_NAMES;
  const { channels } = settings.config;
  return STAGE_NAMES.filter((name) =>
    channels.every(
      ({ definition, on }) => definition.name !== name || on !== undefined,
    ),
  );
}

async function* examine(
  stage: string,
  examination: Examination,
): AsyncGenerator<Finding> {
  try {
    yield* STAGES.get(stage)?.check(examination) ?? [];
  } catch (error) {
    examination.signal.throwIfAborted();
    const { name, place } = whereItBroke(error);
    yield failed(
      `npm run doctor itself crashed: ${name} ${place}`,
      "Please report it.",
    );
  }
}

function whereItBroke(error: unknown): { name: string; place: string } {
  const { error: name, at } = describeError(error);
  const [place = ""] = Array.isArray(at) ? at : [];
  return { name: String(name), place: String(place) };
}

type Counts = Readonly<Record<Finding["kind"], number>>;

function countKinds(findings: readonly Finding[]): Counts {
  const counts = { passed: 0, warning: 0, failed: 0, skipped: 0 };
  for (const { kind } of findings) counts[kind]++;
  return counts;
}

function summarise(counts: Counts): string {
  const rest = `${counts.passed} passed, ${counts.skipped} skipped`;
  if (counts.failed > 0)
    return `Problems found: ${counts.failed} failed, ${counts.warning} with warnings, ${rest}.`;
  return counts.warning > 0
    ? `Works: ${counts.warning} with warnings, ${rest}.`
    : `All checks passed: ${rest}.`;
}

/** Shorter secrets occur in ordinary words. */
const MIN_SECRET_LENGTH = 8;

/**
 * Redacts secrets in findings. They should contain none, but they quote
 * providers, which may echo what they were sent.
 */
function createSecretFilter(settings: Settings): (finding: Finding) => Finding {
  const secrets = settings.kind === "right" ? listSecrets(settings.config) : [];
  const ordered = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    // Longest first: one may contain another.
    .toSorted((a, b) => b.length - a.length);
  const hide = (text: string): string =>
    ordered.reduce(
      (shown, secret) => shown.replaceAll(secret, "[secret]"),
      text,
    );
  return (finding) => ({
    ...finding,
    text: hide(finding.text),
    ...("advice" in finding && { advice: finding.advice.map(hide) }),
  });
}

/**
 * Lists all strings in the settings whose name marks them as secret, and the
 * passwords in URLs. `url` is an MCP server's address, which may contain a key;
 * a variable's name is no secret.
 */
function listSecrets(value: unknown, name = ""): readonly string[] {
  if (typeof value === "string")
    return /key|token|secret|password|^url$/i.test(name) &&
      !name.endsWith("Variable")
      ? [value]
      : [URL.parse(value)?.password ?? ""];
  if (Array.isArray(value))
    return value.flatMap((one) => listSecrets(one, name));
  return Object.entries(value ?? {}).flatMap(([field, one]) =>
    listSecrets(one, field),
  );
}
