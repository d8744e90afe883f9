/** What the operator may choose when deploying. */
export interface StackOptions {
  /** The name of this deployment in its account and region: stacks, tags and names of what is created begin with it. */
  readonly name: string;
  /** The SecureString of the Parameter Store that holds the settings; see docs/aws.md. */
  readonly settings: { readonly parameter: string; readonly version: number };
  /** Conversations that are answered at the same time; those above wait in the queue. Lambda takes 2 to 1,000. */
  readonly maxConcurrency: number;
  /**
   * Requests and streams that the function `http` answers at the same time: the account's other executions are left to Telegram's
   * webhook and the turns. `undefined` reserves nothing, as new accounts must not.
   */
  readonly httpConcurrency: number | undefined;
  readonly logRetentionDays: number;
  /** Who is written to when an alarm goes off. */
  readonly alarmEmail?: string;
  /** The table goes with its stack: set it only to destroy the stack. */
  readonly isDisposable?: boolean;
}

export const DEFAULT_STACK_OPTIONS = {
  name: "parley",
  maxConcurrency: 50,
  httpConcurrency: 100,
  logRetentionDays: 30,
} as const satisfies Partial<StackOptions>;

/** As many connections as Telegram opens: `max_connections` in scripts/telegram/set-webhook.ts. */
export const TELEGRAM_CONCURRENCY = 40;

/** Lambda refuses to leave an account less than that unreserved (docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html). */
export const MIN_UNRESERVED = 100;

/** Where the settings of a deployment are kept, unless another place is chosen. */
export function settingsParameterOf(name: string): string {
  return `/${name}/settings`;
}
