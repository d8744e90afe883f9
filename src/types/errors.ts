import type { BudgetScope } from "./budget.ts";

/** An invalid variable of the configuration and how to fix it. */
export interface ConfigurationProblem {
  readonly variable: string;
  readonly problem: string;
}

/**
 * The configuration is invalid. Lists all problems at once, without any values,
 * which may be secrets.
 */
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

/** Hints for the operator, by kind of error. */
const MODEL_HINTS = {
  unreachable:
    "Check the network. If OPENAI_BASE_URL is set, check that its server is running and that the URL has the right path (usually /v1).",
  "rate-limited": "The provider allows fewer requests than were sent.",
  quota: "The provider account has no credit left.",
  unauthorized:
    "Check OPENAI_API_KEY. An OpenAI key requires no OPENAI_BASE_URL; a key of another provider requires that provider's URL there.",
  unknown:
    "Check the name in OPENAI_MODEL. If OPENAI_BASE_URL is set, check that it has the right path (usually /v1).",
  filtered:
    "The provider refuses the content of this message, or of what is remembered.",
  "too-long":
    "The prompt exceeds the model's context: set MEMORY_MAX_TOKENS lower, or choose a model with a larger context.",
  "invalid-call":
    "The provider rejected what the model wrote as a tool call. If that recurs, choose another model, or set AGENT_STYLE=conversational-react.",
  refused: "Check OPENAI_API, OPENAI_MODEL and OPENAI_EXTRA_BODY.",
} as const;

/** Timeouts of a server or of a proxy in front of it (524: Cloudflare's). */
const TIMEOUT_STATUSES = [408, 504, 524];

/** The model may have worked all along. */
export function isTimeout(status: number | undefined): boolean {
  return status !== undefined && TIMEOUT_STATUSES.includes(status);
}

/**
 * The model could not be reached or broke off.
 * - `unreachable`: no answer, a timeout, a broken stream, or a server error
 *   (5xx)
 * - `rate-limited`: too many requests; `retryAfterMs` if the provider sent it
 * - `quota`: the account has no credit left
 * - `unauthorized`: the key is invalid, or may not use this model
 * - `unknown`: the server has no such model, or nothing at this URL
 * - `filtered`: the provider rejects the content of the prompt or the answer
 * - `too-long`: the prompt exceeds the model's context; see `excessTokens`
 * - `invalid-call`: the provider rejected the model's tool call
 * - `refused`: the request was rejected for another reason, e.g. its parameters
 *
 * All but the first two are permanent: the same request would fail again.
 *
 * The message is for the operator's log. A `cause` that is an `Error` has the
 * provider's message, with keys removed; it may repeat the prompt, so only the
 * owner may see it, and no log.
 */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly kind: keyof typeof MODEL_HINTS;
  readonly status: number | undefined;
  /** Of the provider or the network, e.g. `insufficient_quota`. */
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** There was no connection, or it was lost before any response. */
  readonly isUnsent: boolean;
  /** If the prompt is too long: by about so many estimated tokens. */
  readonly excessTokens: number;

  constructor({
    kind,
    status,
    code,
    retryAfterMs,
    isUnsent = false,
    excessTokens = 0,
    cause,
  }: {
    kind: ModelError["kind"];
    status?: number | undefined;
    code?: string | undefined;
    retryAfterMs?: number | undefined;
    isUnsent?: boolean;
    excessTokens?: number | undefined;
    cause?: unknown;
  }) {
    const http = status === undefined ? "" : ` (HTTP ${status})`;
    super(`The model call failed: ${kind}${http}. ${MODEL_HINTS[kind]}`, {
      cause,
    });
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.isUnsent = isUnsent;
    this.excessTokens = excessTokens;
  }

  /**
   * Whether the provider charges nothing: the request did not arrive, or failed
   * immediately. After a timeout, the model may have worked all along.
   */
  get isFree(): boolean {
    if (this.kind !== "unreachable" || this.isUnsent) return true;
    return this.status !== undefined && !isTimeout(this.status);
  }

  /** Whether a retry of the same request may succeed. */
  get isTransient(): boolean {
    return this.kind === "unreachable" || this.kind === "rate-limited";
  }
}

/**
 * A model call was not made, because too little is left of the day's budget, or
 * (`busy`) too little until running calls have finished.
 */
export class BudgetError extends Error {
  override readonly name = "BudgetError";
  readonly kind: "spent" | "busy";
  readonly scope: BudgetScope;
  /** Until the next UTC day. */
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

/**
 * A tool error for the model. Its message becomes the observation, so it must
 * not contain secrets or URLs with keys.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** What a tool, or who guards it, asks for before it can go on. */
export type PauseRequest =
  /** `action`: see `Step.approved`; `input`: as it would run. */
  | {
      readonly kind: "approval";
      readonly tool: string;
      readonly input: unknown;
      readonly action: string;
    }
  | {
      readonly kind: "sign-in";
      /** Where the user has to sign in. */
      readonly server: string;
    }
  | {
      readonly kind: "choice";
      readonly question: string;
      readonly choices: readonly string[];
    };

/**
 * The turn has to ask somebody, and ends with the question. The step stays
 * open, and runs, or is answered, when the turn goes on.
 */
export class PauseError extends Error {
  override readonly name = "PauseError";
  readonly request: PauseRequest;

  constructor(request: PauseRequest) {
    super(`The turn asks first: ${request.kind}.`);
    this.request = request;
  }
}

/**
 * A part of a reply was not delivered.
 * - `rate-limited`: retry after `retryAfterMs`
 * - `unreachable`: no response, or a server error; retry later
 * - `gone`: the user blocked the bot or left; permanent
 * - `refused`: the platform rejects this part
 */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  /** The platform's own words, without secrets; may repeat people's texts. */
  readonly said: string | undefined;
  readonly kind: "rate-limited" | "unreachable" | "gone" | "refused";
  /** The platform's, if it has rejected the call with one. */
  readonly code: string | number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({
    kind,
    reason,
    code,
    said,
    retryAfterMs,
    cause,
  }: {
    kind: DeliveryError["kind"];
    /** For the log: our own words, statuses and codes. */
    reason: string;
    code?: string | number;
    said?: string | undefined;
    retryAfterMs?: number | undefined;
    cause?: unknown;
  }) {
    super(`The reply was not delivered (${kind}): ${reason}`, { cause });
    this.kind = kind;
    this.code = code;
    this.said = said;
    this.retryAfterMs = retryAfterMs;
  }

  /** For the owner's terminal, with the platform's words. */
  get explained(): string {
    return this.said === undefined
      ? this.message
      : `${this.message}: ${this.said}`;
  }
}

/** An attachment could not be fetched; a retry may succeed. */
export class AttachmentError extends Error {
  override readonly name = "AttachmentError";

  /** @param reason for the log: our own words, statuses and codes */
  constructor(reason: string) {
    super(`The attachment could not be fetched: ${reason}`);
  }
}

/**
 * The store or the queue is overloaded or unreachable. The operation may be
 * partly done; retrying it is safe and completes it.
 */
export class BusyError extends Error {
  override readonly name: string = "BusyError";
  /** Minimum delay before a retry. */
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
