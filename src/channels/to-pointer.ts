import { cutText } from "../text.ts";

/** No name that is right here is as long. */
const MAX_NAME = 100;

/** A JSON pointer (RFC 6901); callers may have written its names, so that long ones end in `…`. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${escapeName(String(part))}`).join("");
}

function escapeName(name: string): string {
  const short = name.length > MAX_NAME ? `${cutText(name, MAX_NAME)}…` : name;
  return short.replaceAll("~", "~0").replaceAll("/", "~1");
}
