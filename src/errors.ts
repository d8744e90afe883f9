import type { BudgetScope } from "./budget.ts";

/** One wrong variable of the configuration and how to fix it. */
export interface ConfigurationProblem {
  readonly variable: string;
  readonly problem: string;
}

/** The deployment is set up wrongly. Lists every problem at once; never holds a value, since values may be secrets. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(
      `Parley cannot start with this configuration:\n${problems.map(({ variable, problem }) => `- ${variable}: ${problem}`).join("\n")}`,
    );
    this.problems = problems;
  }
}

/** What the operator should look at, by what went wrong. */
const MODEL_HINTS = {
  unreachable:
    "Check the network and, if OPENAI_BASE_URL is set, that its server is running and the address ends as it should (mostly /v1).",
  "rate-limited": "The provider takes fewer requests than came.",
  quota: "The account at the provider has no credit left.",
  unauthorized:
    "Check OPENAI_API_KEY. A key of OpenAI needs no OPENAI_BASE_URL, one of another provider needs its address there.",
  unknown:
    "Check the name in OPENAI_MODEL and, if OPENAI_BASE_URL is set, that it ends as it should (mostly /v1).",
  refused: "Check OPENAI_API, OPENAI_MODEL and OPENAI_EXTRA_BODY.",
} as const;

/** Of a server, or of one in front of it (524: Cloudflare's). */
const TIME_OUTS = [408, 504, 524];

/**
 * The model could not be asked or broke off.
 * - `unreachable`: no answer, a time-out, a broken stream, or an error on its side (5xx)
 * - `rate-limited`: too many requests; `retryAfterMs` where the provider said so
 * - `quota`: the account has no credit left
 * - `unauthorized`: the key is wrong, or may not use this model
 * - `unknown`: the server has no model of this name, or nothing at this address
 * - `refused`: the request was not accepted for another reason, such as its parameters
 *
 * The last four do not pass: asking again will not help.
 *
 * The message is for the operator's log; a `cause` that is an `Error` holds what the provider said, without keys.
 */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly kind: keyof typeof MODEL_HINTS;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** There was no connection, or it was lost before any answer. */
  readonly isUnsent: boolean;

  constructor({
    kind,
    status,
    retryAfterMs,
    isUnsent = false,
    cause,
  }: {
    kind: ModelError["kind"];
    status?: number | undefined;
    retryAfterMs?: number | undefined;
    isUnsent?: boolean;
    cause?: unknown;
  }) {
    const code = status === undefined ? "" : ` (HTTP ${status})`;
    super(`The model is ${kind}${code}. ${MODEL_HINTS[kind]}`, { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.isUnsent = isUnsent;
  }

  /**
   * Whether the provider takes no money for it: the request did not arrive, or was answered by an error at once. A model
   * that was silent until the time was over may have worked all the while.
   */
  get isFree(): boolean {
    if (this.kind !== "unreachable" || this.isUnsent) return true;
    return this.status !== undefined && !TIME_OUTS.includes(this.status);
  }

  /** Whether the same request may succeed later. */
  get isPassing(): boolean {
    return this.kind === "unreachable" || this.kind === "rate-limited";
  }
}

/** A model call was not made: too little is left of the day's budget for it, or is left free by calls that run (`busy`). Nothing has failed. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";
  readonly kind: "spent" | "busy";
  readonly scope: BudgetScope;
  /** Until the next day begins. */
  readonly waitMs: number;

  constructor({
    kind,
    scope,
    waitMs,
  }: Pick<BudgetError, "kind" | "scope" | "waitMs">) {
    super(
      `The day's budget (${scope}) has no room for another model call${kind === "busy" ? " while others run" : ""}.`,
    );
    this.kind = kind;
    this.scope = scope;
    this.waitMs = waitMs;
  }
}

/** A tool failed in a way that the model should know of. The message becomes its observation: no secrets, no addresses with keys. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/**
 * A part of a reply did not reach the platform.
 * - `rate-limited`: later, after `retryAfterMs`
 * - `unreachable`: no answer, or an error on its side; later
 * - `gone`: the user blocked the bot or left; never again
 * - `refused`: the platform does not accept this part
 */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly kind: "rate-limited" | "unreachable" | "gone" | "refused";
  readonly retryAfterMs: number | undefined;

  constructor({
    kind,
    reason,
    retryAfterMs,
    cause,
  }: {
    kind: DeliveryError["kind"];
    /** What the platform said, without secrets. */
    reason: string;
    retryAfterMs?: number | undefined;
    cause?: unknown;
  }) {
    super(`The reply was not delivered (${kind}): ${reason}`, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The content of an attachment could not be fetched now; it may be later. */
export class AttachmentError extends Error {
  override readonly name = "AttachmentError";

  /** @param reason what the platform said, without secrets */
  constructor(reason: string) {
    super(`The attachment could not be fetched: ${reason}`);
  }
}

/** The store or the queue cannot do it now: it is busy with others, or away. What was asked for may be done by half; the same again does the rest. */
export class BusyError extends Error {
  override readonly name: string = "BusyError";
  /** Makes sense no earlier than that. */
  readonly retryAfterMs: number;

  constructor({
    reason,
    retryAfterMs,
    cause,
  }: {
    reason: string;
    retryAfterMs: number;
    cause?: unknown;
  }) {
    super(reason, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}
