import type { Problem } from "../ports.ts";

/** The problem as RFC 9457 has it on the wire. */
export function toProblemBody({
  status,
  slug,
  title,
  detail,
  errors,
}: Problem) {
  const type = `https://parley.chat/problems/${slug}`;
  return { type, title, status, detail, ...(errors && { errors }) };
}

/** Answers with `application/problem+json`. */
export function problemResponse(problem: Problem): Response {
  const headers = new Headers({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
  if (problem.retryAfterSeconds !== undefined)
    headers.set("retry-after", String(problem.retryAfterSeconds));
  if (problem.status === 401) headers.set("www-authenticate", "Bearer");
  return new Response(JSON.stringify(toProblemBody(problem)), {
    status: problem.status,
    headers,
  });
}
