import { parseJson } from "../../text/json.ts";
import type { Problem } from "../../types/problem.ts";
import type { Failure } from "./parts/request.ts";
import type { Texts } from "./texts-english.ts";
import type { Step } from "./turn-events.ts";

/** A human-readable failure; one of the texts may be empty. */
export interface ProblemText {
  readonly title: string;
  readonly detail: string;
}

/**
 * Problems of failed turns. Their detail is the notice, which says it all, in
 * the language of the message.
 */
const FAILED_TURNS: ReadonlySet<string> = new Set([
  "turn-failed",
  "model-unreachable",
  "model-unauthorized",
  "model-quota",
  "model-unknown",
  "wrong-format",
]);

/** The page's text for known problems, else the server's, which is English. */
export function describeProblem(problem: Problem, texts: Texts): ProblemText {
  const { title, detail } = { ...problem, ...texts.problems[problem.slug] };
  if (FAILED_TURNS.has(problem.slug)) return { title: "", detail };
  if (title === "" && detail === "") {
    return { title: texts.unexpected, detail: "" };
  }
  return title === "" ? { title: detail, detail: "" } : { title, detail };
}

export function describeFailure(failure: Failure, texts: Texts): ProblemText {
  return failure.kind === "refused"
    ? describeProblem(failure.problem, texts)
    : { title: texts.unreachable, detail: "" };
}

/** A single sentence. */
export function toSentence({ title, detail }: ProblemText): string {
  return detail === "" ? title : detail;
}

/** Describes a tool call, e.g. `Searched: Ada Lovelace`. */
export function describeStep(
  { tool, input }: Pick<Step, "tool" | "input">,
  texts: Texts,
): string {
  const summary = summarise(input);
  switch (tool) {
    case "search":
      return texts.searched(summary);
    case "calculator":
      return texts.calculated(summary);
    default:
      return texts.used(tool, summary);
  }
}

/**
 * What a step has cost; empty if that is unknown. A step that was chosen
 * together with an earlier one has no model call.
 */
export function describeCost(
  { usage, ...step }: Pick<Step, "model_ms" | "tool_ms" | "usage">,
  texts: Texts,
): string {
  const { model_ms: modelMs, tool_ms: toolMs } = step;
  return [
    ...(modelMs === undefined ? [] : [texts.modelMs(modelMs)]),
    ...(usage.input_tokens > 0 ? [texts.tokens(usage)] : []),
    ...(toolMs === undefined ? [] : [texts.toolMs(toolMs)]),
  ].join(" · ");
}

/** The input in short: a single text argument without JSON around it. */
function summarise(input: unknown): string {
  const value = typeof input === "string" ? (parseJson(input) ?? input) : input;
  if (typeof value === "object" && value !== null) {
    const [first, ...others] = Object.values(value);
    if (typeof first === "string" && others.length === 0) return first;
  }
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/**
 * Explains the demo model and how to configure a real one, locally or deployed.
 */
export function describeDemoModel(
  { hostname }: { hostname: string },
  texts: Texts,
): string {
  return isLocal(hostname) ? texts.demoModelLocal : texts.demoModelDeployed;
}

function isLocal(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
