import type { Config } from "../../src/config.ts";
import type { ModelError } from "../../src/errors.ts";
import { failed, type Finding } from "./finding.ts";
import { formatMs } from "./format-ms.ts";
import { isThisMachine, type Target } from "./target.ts";
import { toLine } from "./to-line.ts";

/** Which model was asked. */
export interface AskedModel {
  readonly name: string;
  readonly access: Extract<Config["model"], { kind: "openai" }>;
  /** That names the model. */
  readonly variable: "OPENAI_MODEL" | "OPENAI_FALLBACK_MODELS";
  readonly target: Target;
}

/** What went wrong with a model, what its provider said, and what to do. */
export function explainModelError(
  error: ModelError,
  asked: AskedModel,
): Finding {
  const { status, cause } = error;
  const { what, advice } = explain(error, asked);
  const code = status === undefined ? "" : ` (HTTP ${status})`;
  const said =
    cause instanceof Error ? ` It said: ${toLine(cause.message)}` : "";
  return failed(`${asked.name} ${what}${code}.${said}`, ...advice);
}

interface Explanation {
  /** A clause behind the model's name. */
  readonly what: string;
  readonly advice: readonly string[];
}

function explain(
  { kind, status, retryAfterMs }: ModelError,
  asked: AskedModel,
): Explanation {
  const { host } = new URL(asked.access.baseUrl);
  switch (kind) {
    case "quota":
      return {
        what: "has no credit left",
        advice: [
          `Add credit to the account at ${host}, or use the key of another one.`,
        ],
      };
    case "rate-limited":
      return {
        what: "takes no more requests for now",
        advice: [
          `Run this again in ${formatMs(retryAfterMs ?? 60_000)}. If it stays so, ask ${host} for a higher limit, or name other models in OPENAI_FALLBACK_MODELS.`,
        ],
      };
    case "refused":
      return explainRefusal(status, asked);
    case "unreachable":
      return status === undefined
        ? { what: "cannot be reached", advice: adviseOnAddress(asked) }
        : {
            what: "fails",
            advice: [
              `Something is wrong at ${host}. Run this again in a while.`,
            ],
          };
  }
}

function explainRefusal(
  status: number | undefined,
  { name, variable, access: { apiKey, baseUrl } }: AskedModel,
): Explanation {
  const { host } = new URL(baseUrl);
  if (status === 401 || status === 403)
    return {
      what: "does not accept the key",
      advice: [
        apiKey === "none"
          ? `${host} wants a key: set OPENAI_API_KEY.`
          : `Copy OPENAI_API_KEY again, whole, from the account at ${host}. Keys of another provider do not work there.`,
      ],
    };
  if (status === 404)
    return {
      what: "is not known there",
      advice: [
        `Is ${name} (${variable}) the name of a model that ${host} offers this account?`,
        "Does OPENAI_BASE_URL end as the provider says, mostly with /v1?",
      ],
    };
  return {
    what: "refuses the request",
    advice: [
      `Compare ${variable}, OPENAI_API and OPENAI_EXTRA_BODY with what it says.`,
    ],
  };
}

function adviseOnAddress({
  access: { baseUrl },
  target,
}: AskedModel): readonly string[] {
  const { host } = new URL(baseUrl);
  return [
    `Is the server at ${host} running, and OPENAI_BASE_URL its address?`,
    ...(isThisMachine(baseUrl) && !target.isLocal
      ? ["A deployment cannot reach a model on this computer."]
      : []),
  ];
}
