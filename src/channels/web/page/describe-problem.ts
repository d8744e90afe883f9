import type { Refused, Unreachable } from "./api.ts";
import type { Texts } from "./texts.ts";
import type { Problem } from "./wire.ts";

/** A failure in words for people. */
export interface ProblemText {
  readonly title: string;
  /** May be empty. */
  readonly detail: string;
}

/** The page's words for a problem that it knows, else the server's, which are English. */
export function describeProblem(problem: Problem, texts: Texts): ProblemText {
  const { title, detail } = { ...problem, ...texts.problems[problem.slug] };
  if (title === "" && detail === "") {
    return { title: texts.unexpected, detail: "" };
  }
  return title === "" ? { title: detail, detail: "" } : { title, detail };
}

export function describeFailure(
  failure: Refused | Unreachable,
  texts: Texts,
): ProblemText {
  return failure.kind === "refused"
    ? describeProblem(failure.problem, texts)
    : { title: texts.unreachable, detail: "" };
}

/** For where there is room for one sentence. */
export function toSentence({ title, detail }: ProblemText): string {
  return detail === "" ? title : detail;
}
