import * as z from "zod";
import { readShortText } from "../../runtime/bounded-fetch.ts";
import { logError } from "../../runtime/log.ts";
import { parseJson } from "../../text/json.ts";
import type { Problem } from "../../types/problem.ts";

/** Timeout for verifying a visitor. */
const TIMEOUT_MS = 5_000;

/**
 * Services with a widget that creates a token. All verify it like reCAPTCHA's
 * `siteverify`.
 */
const SERVICES = {
  /**
   * https://developers.cloudflare.com/turnstile/reference/content-security-policy
   */
  turnstile: {
    script:
      "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    sources: "https://challenges.cloudflare.com",
    verifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  },
  /** https://docs.hcaptcha.com/#content-security-policy-settings */
  hcaptcha: {
    script: "https://js.hcaptcha.com/1/api.js?render=explicit",
    sources: "https://hcaptcha.com https://*.hcaptcha.com",
    verifyUrl: "https://api.hcaptcha.com/siteverify",
  },
};

/** `WEB_CHALLENGE` and the variables that belong to it. */
export interface ChallengeSettings {
  readonly service: keyof typeof SERVICES;
  readonly siteKey: string;
  readonly secret: string;
  /** Overrides the service's URL. */
  readonly verifyUrl: string | undefined;
}

export interface ChallengeWidget {
  readonly service: string;
  readonly script: string;
  readonly siteKey: string;
  /** CSP sources of the script and its frames. */
  readonly sources: string;
}

interface ChallengedVisitor {
  /** An IP address. */
  readonly address: string | undefined;
  /** From the widget. */
  readonly token: string | undefined;
}

/** Has an external service verify that a new visitor is human. */
export interface Challenge {
  readonly widget: ChallengeWidget;
  /**
   * The reason to reject the visitor, also if verification is unavailable.
   * Never throws.
   */
  check(visitor: ChallengedVisitor): Promise<Problem | undefined>;
}

export function createChallenge(settings: ChallengeSettings): Challenge {
  const { service, siteKey, secret } = settings;
  const { script, sources, verifyUrl } = SERVICES[service];
  return {
    widget: { service, script, siteKey, sources },
    check: async ({ token, address }) =>
      token === undefined
        ? CHALLENGE_REQUIRED
        : toProblem(() =>
            verify(settings.verifyUrl ?? verifyUrl, { secret, token, address }),
          ),
  };
}

type Verdict =
  | { readonly kind: "human" }
  | { readonly kind: "refused" }
  /** The service is down or misconfigured. */
  | { readonly kind: "unavailable"; readonly reason: string };

/** In UTF-16 code units. */
const MAX_ANSWER_LENGTH = 10_000;

const Verification = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
});

/** Error codes that the operator must fix; the others concern the token. */
const FAULTS = /secret|sitekey|bad-request|internal/;

async function verify(
  url: string,
  {
    secret,
    token,
    address,
  }: { secret: string; token: string; address: string | undefined },
): Promise<Verdict> {
  const form = new URLSearchParams({ secret, response: token });
  if (address !== undefined) form.set("remoteip", address);
  const response = await fetch(url, {
    method: "POST",
    body: form,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const maxUnits = MAX_ANSWER_LENGTH;
  const answer = await readShortText(response, { maxUnits });
  const parsed = Verification.safeParse(parseJson(answer ?? ""));
  if (!parsed.success)
    return { kind: "unavailable", reason: `HTTP ${response.status}` };
  if (parsed.data.success) return { kind: "human" };
  const reason = parsed.data["error-codes"].join(", ").slice(0, 200);
  return FAULTS.test(reason)
    ? { kind: "unavailable", reason }
    : { kind: "refused" };
}

async function toProblem(
  check: () => Promise<Verdict>,
): Promise<Problem | undefined> {
  try {
    const verdict = await check();
    if (verdict.kind === "human") return undefined;
    if (verdict.kind === "refused") return CHALLENGE_FAILED;
    const { reason } = verdict;
    logError("visitor not judged", { reason });
  } catch (error) {
    logError("visitor not judged", { error });
  }
  return CHALLENGE_UNAVAILABLE;
}

const CHALLENGE_REQUIRED: Problem = {
  status: 403,
  slug: "challenge-required",
  title: "Please prove that you are human",
  detail: "New visitors have to pass a check. Reload the page to see it.",
};

const CHALLENGE_FAILED: Problem = {
  status: 403,
  slug: "challenge-failed",
  title: "The check failed",
  detail:
    "The check did not recognise you as human, or took too long. Please try again.",
};

const CHALLENGE_UNAVAILABLE: Problem = {
  status: 503,
  slug: "challenge-unavailable",
  title: "New visitors cannot be checked right now",
  detail:
    "The service that checks new visitors is not working properly. Try again in a minute. Returning visitors are not affected.",
  retryAfterSeconds: 60,
};
