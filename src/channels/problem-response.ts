import type { Problem } from "../channel.ts";
import type { ProblemBody } from "./schemas/problem-body.ts";

/** The problem as RFC 9457 has it on the wire. */
export function toProblemBody({
  status,
  slug,
  title,
  detail,
  errors,
}: Problem): ProblemBody {
  const type = `https://parley.chat/problems/${slug}`;
  return {
    type,
    title,
    status,
    detail,
    ...(errors && { errors: [...errors] }),
  };
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

/** The same for whoever asks: a page for a person with a browser, else `application/problem+json`. */
export function problemFor(request: Request, problem: Problem): Response {
  const isBrowser =
    request.headers.get("accept")?.includes("text/html") === true;
  return isBrowser ? problemPage(problem) : problemResponse(problem);
}

function problemPage({ status, title, detail }: Problem): Response {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(detail)}</p>
</html>
`;
  return new Response(page, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'",
      "cache-control": "no-store",
    },
  });
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
