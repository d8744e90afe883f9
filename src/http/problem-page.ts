import type { Problem } from "../types/problem.ts";
import { acceptedLanguage } from "./accepted-language.ts";
import { respondWithPage } from "./html.ts";
import { problemResponse } from "./problems.ts";

/**
 * Responds with an HTML page to browsers, in Chinese if preferred and
 * available, else with `application/problem+json`.
 */
export function problemFor(request: Request, problem: Problem): Response {
  const isBrowser =
    request.headers.get("accept")?.includes("text/html") === true;
  if (!isBrowser) return problemResponse(problem);
  const { chinese, status } = problem;
  const isChinese = acceptedLanguage(request) === "zh" && chinese !== undefined;
  const { title, detail } = isChinese ? chinese : problem;
  return respondWithPage(
    { title, lines: detail.split("\n") },
    { language: isChinese ? "zh" : "en", status },
  );
}
