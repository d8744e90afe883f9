/** Options of a deployment. */
export interface StackOptions {
  /**
   * Name of the deployment, unique in its account and region; prefix of stacks,
   * tags and resources.
   */
  readonly name: string;
  /** SecureString in the Parameter Store with the settings; see docs/aws.md. */
  readonly settings: { readonly parameter: string; readonly version: number };
  /**
   * Conversations that are answered concurrently; others wait in the queue.
   * Lambda accepts 2 to 1,000.
   */
  readonly maxConcurrency: number;
  /**
   * Concurrent requests and streams of the function `http`, which leaves the
   * account's other executions to Telegram's webhook and the turns. `undefined`
   * reserves none, which new accounts require.
   */
  readonly httpConcurrency: number | undefined;
  readonly logRetentionDays: number;
  /** E-mail address that gets alarms. */
  readonly alarmEmail?: string;
  /** Deletes the table with its stack; set it only to destroy the stack. */
  readonly isDisposable?: boolean;
}

export const DEFAULT_STACK_OPTIONS = {
  name: "parley",
  maxConcurrency: 50,
  httpConcurrency: 100,
  logRetentionDays: 30,
} as const satisfies Partial<StackOptions>;

/**
 * Matches the number of Telegram's connections: `max_connections` in
 * scripts/telegram/set-webhook.ts.
 */
export const TELEGRAM_CONCURRENCY = 40;

/**
 * Lambda requires this much unreserved concurrency:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
export const MIN_UNRESERVED = 100;

/** Default name of the parameter with the settings. */
export function settingsParameterOf(name: string): string {
  return `/${name}/settings`;
}
