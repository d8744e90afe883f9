import type { Problem } from "../channel.ts";

/** Why a body cannot be read as JSON, by what its headers say of it: its type, its character set, its compression. */
export function findMediaFault(headers: Headers): Problem | undefined {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type))
    return unsupported({
      slug: "not-json",
      title: "The body is not marked as JSON",
      detail: "Send JSON with the header Content-Type: application/json.",
    });
  // JSON is UTF-8 (RFC 8259, 8.1).
  const charset = parameters.find((part) => part.startsWith("charset="));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    return unsupported({
      slug: "unsupported-charset",
      title: "The body is not marked as UTF-8",
      detail:
        "Send UTF-8, with the header Content-Type: application/json and no other charset.",
    });
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    return unsupported({
      slug: "unsupported-encoding",
      title: "The body is compressed",
      detail: "Send it as it is, without the header Content-Encoding.",
    });
  return undefined;
}

function unsupported(problem: Omit<Problem, "status">): Problem {
  return { status: 415, ...problem };
}
