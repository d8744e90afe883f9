import { parseArgs } from "node:util";
import { DEFAULT_STACK_OPTIONS } from "../../infra/stack-options.ts";

export interface DeployOrder {
  readonly kind: "deploy";
  readonly name: string;
  /**
   * The file with the deployment's settings; `undefined` keeps the stored ones.
   */
  readonly settings: string | undefined;
  readonly alarmEmail: string | undefined;
  readonly maxConcurrency: number;
  /** `auto`: the default, if the account's limit allows it. */
  readonly httpConcurrency: number | "auto" | "none";
  readonly logRetentionDays: number;
  /** Runs `cdk bootstrap` first. */
  readonly bootstraps: boolean;
  /** Builds functions and templates, and sends nothing. */
  readonly isDryRun: boolean;
}

export interface DestroyOrder {
  readonly kind: "destroy";
  readonly name: string;
  readonly isConfirmed: boolean;
  /** Also removes the table with every conversation. */
  readonly withData: boolean;
}

type AwsArguments =
  | DeployOrder
  | DestroyOrder
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly problem: string };

/** The useful ones of the periods that CloudWatch accepts. */
const LOG_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 180, 365];

export const AWS_USAGE = `Usage:
  npm run deploy:aws -- --settings .aws.vars    creates or updates Parley on AWS
  npm run deploy:aws                            the same, with its current settings
  npm run destroy:aws -- --yes                  removes everything except the table, the settings and the backups
Options of both:
  --name shop                 the deployment's name, where there are several; without it, ${DEFAULT_STACK_OPTIONS.name}
  --help                      shows this
Options of deploy:aws:
  --settings .aws.vars        a file like .dev.vars.example; it is stored encrypted in the Parameter Store
  --alarm-email you@b.example where alarms are sent; without it they only show in the console
  --concurrency 50            conversations answered concurrently (2 to 1000)
  --http-concurrency 100      concurrent requests and streams of the page and the API, so that they
                              never take what Telegram and the turns need; none: whatever the account has left. Without
                              it, ${DEFAULT_STACK_OPTIONS.httpConcurrency} where the account may run enough functions
  --log-days 30               how long logs are kept (${LOG_DAYS.join(", ")})
  --bootstrap                 prepares the account and region for the CDK first (once for each)
  --dry-run                   builds everything on this machine, without asking or deploying
Options of destroy:aws:
  --yes                       yes, destroy it
  --with-data                 also removes the table: every conversation is lost`;

const OPTIONS = {
  name: { type: "string" },
  settings: { type: "string" },
  "alarm-email": { type: "string" },
  concurrency: { type: "string" },
  "http-concurrency": { type: "string" },
  "log-days": { type: "string" },
  bootstrap: { type: "boolean" },
  "dry-run": { type: "boolean" },
  yes: { type: "boolean" },
  "with-data": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;
const DESTROY_OPTIONS: readonly string[] = ["name", "yes", "with-data", "help"];
const ONLY_DESTROY: readonly string[] = ["yes", "with-data"];

/** Parses `deploy` or `destroy`, followed by the user's arguments. */
export function parseAwsArguments([
  command,
  ...given
]: readonly string[]): AwsArguments {
  let parsed;
  try {
    parsed = parseArgs({ args: given, options: OPTIONS });
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const { values } = parsed;
  if (values.help === true) return { kind: "help" };
  const misplaced = Object.keys(values).find((option) =>
    command === "destroy"
      ? !DESTROY_OPTIONS.includes(option)
      : ONLY_DESTROY.includes(option),
  );
  if (misplaced !== undefined)
    return wrong(
      `--${misplaced} goes with ${command === "destroy" ? "deploy" : "destroy"}:aws only.`,
    );

  const name = values.name ?? DEFAULT_STACK_OPTIONS.name;
  if (!/^[a-z][a-z0-9-]{0,29}$/.test(name))
    return wrong(
      "--name takes up to 30 lowercase letters, digits and hyphens, starting with a letter.",
    );
  if (command === "destroy")
    return {
      kind: "destroy",
      name,
      isConfirmed: values.yes === true,
      withData: values["with-data"] === true,
    };

  const maxConcurrency = Number(
    values.concurrency ?? DEFAULT_STACK_OPTIONS.maxConcurrency,
  );
  if (
    !Number.isInteger(maxConcurrency) ||
    maxConcurrency < 2 ||
    maxConcurrency > 1000
  )
    return wrong("--concurrency takes a number from 2 to 1000.");
  const httpConcurrency = readHttpConcurrency(values["http-concurrency"]);
  if (httpConcurrency === undefined)
    return wrong("--http-concurrency takes a number from 10 to 1000, or none.");
  const logRetentionDays = Number(
    values["log-days"] ?? DEFAULT_STACK_OPTIONS.logRetentionDays,
  );
  if (!LOG_DAYS.includes(logRetentionDays))
    return wrong(`--log-days takes one of ${LOG_DAYS.join(", ")}.`);
  const alarmEmail = values["alarm-email"];
  if (alarmEmail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(alarmEmail))
    return wrong("--alarm-email needs an e-mail address.");
  if (values.settings === "") return wrong("--settings needs a file.");
  return {
    kind: "deploy",
    name,
    settings: values.settings,
    alarmEmail,
    maxConcurrency,
    httpConcurrency,
    logRetentionDays,
    bootstraps: values.bootstrap === true,
    isDryRun: values["dry-run"] === true,
  };
}

function readHttpConcurrency(
  given: string | undefined,
): DeployOrder["httpConcurrency"] | undefined {
  if (given === undefined) return "auto";
  if (given === "none") return "none";
  const number = Number(given);
  const isRight = Number.isInteger(number) && number >= 10 && number <= 1000;
  return isRight ? number : undefined;
}

function wrong(problem: string): AwsArguments {
  return { kind: "wrong", problem };
}
