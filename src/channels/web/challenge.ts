import { readShortText } from "../../bounded-fetch.ts";
import { parseJson } from "../../json.ts";
import { logError } from "../../log.ts";
import * as z from "zod";
import type { Problem } from "../../channel.ts";

/** How long a service may take to say whether somebody is human. */
const TIMEOUT_MS = 5_000;

/** Services whose widget makes the token, and that all verify it in the way of reCAPTCHA's `siteverify`. */
const SERVICES = {
  /** developers.cloudflare.com/turnstile/reference/content-security-policy */
  turnstile: {
    script:
      "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
    sources: "https://challenges.cloudflare.com",
    verifyUrl: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
  },
  /** docs.hcaptcha.com/#content-security-policy-settings */
  hcaptcha: {
    script: "https://js.hcaptcha.com/1/api.js?render=explicit",
    sources: "https://hcaptcha.com https://*.hcaptcha.com",
    verifyUrl: "https://api.hcaptcha.com/siteverify",
  },
};

/** `WEB_CHALLENGE` with what belongs to it. */
export type ChallengeSettings =
  | {
      readonly kind: "widget";
      readonly service: keyof typeof SERVICES;
      readonly siteKey: string;
      readonly secret: string;
      /** Instead of the service's own address. */
      readonly verifyUrl: string | undefined;
    }
  | {
      readonly kind: "hook";
      readonly url: string;
      /** Shown to the hook as `Authorization: Bearer`. */
      readonly secret: string | undefined;
    };

/** What the page shows to get a token. */
export interface ChallengeWidget {
  readonly service: string;
  readonly script: string;
  readonly siteKey: string;
  /** For the page's policy: where the script and its frames come from. */
  readonly sources: string;
}

interface ChallengedVisitor {
  readonly request: Request;
  /** An IP address. */
  readonly address: string | undefined;
  /** Of the widget; for a hook, what the address of the page has after `#token=`. */
  readonly token: string | undefined;
}

/** Has somebody else judge whether a visitor is human, before there is a session. */
export interface Challenge {
  /** `undefined`: there is nothing to show. */
  readonly widget: ChallengeWidget | undefined;
  /** Why the visitor is not let in, also where nobody could judge. Never throws. */
  check(visitor: ChallengedVisitor): Promise<Problem | undefined>;
}

export function createChallenge(settings: ChallengeSettings): Challenge {
  if (settings.kind === "hook")
    return {
      widget: undefined,
      check: (visitor) => explain(() => askHook(settings, visitor)),
    };
  const { service, siteKey, secret } = settings;
  const { script, sources, verifyUrl } = SERVICES[service];
  return {
    widget: { service, script, siteKey, sources },
    check: async ({ token, address }) =>
      token === undefined
        ? CHALLENGE_REQUIRED
        : explain(() =>
            verify(settings.verifyUrl ?? verifyUrl, { secret, token, address }),
          ),
  };
}

type Judgement =
  | { readonly kind: "human" }
  | { readonly kind: "refused" }
  /** The service does not work, or is set up wrongly. */
  | { readonly kind: "none"; readonly reason: string };

/** In UTF-16 units. */
const MAX_ANSWER_LENGTH = 10_000;

const Verification = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
});

/** Codes for what the operator has to fix; the others are about the token. */
const FAULTS = /secret|sitekey|bad-request|internal/;

async function verify(
  url: string,
  {
    secret,
    token,
    address,
  }: { secret: string; token: string; address: string | undefined },
): Promise<Judgement> {
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
    return { kind: "none", reason: `HTTP ${response.status}` };
  if (parsed.data.success) return { kind: "human" };
  const reason = parsed.data["error-codes"].join(", ").slice(0, 200);
  return FAULTS.test(reason) ? { kind: "none", reason } : { kind: "refused" };
}

async function askHook(
  { url, secret }: Extract<ChallengeSettings, { kind: "hook" }>,
  { request, address, token }: ChallengedVisitor,
): Promise<Judgement> {
  const { headers } = request;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    },
    body: JSON.stringify({
      address,
      token,
      user_agent: headers.get("user-agent"),
      languages: headers.get("accept-language"),
      page: new URL("/", request.url).href,
    }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (response.ok) return { kind: "human" };
  return response.status >= 400 && response.status < 500
    ? { kind: "refused" }
    : { kind: "none", reason: `HTTP ${response.status}` };
}

async function explain(
  judge: () => Promise<Judgement>,
): Promise<Problem | undefined> {
  try {
    const judgement = await judge();
    if (judgement.kind === "human") return undefined;
    if (judgement.kind === "refused") return CHALLENGE_FAILED;
    const { reason } = judgement;
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
