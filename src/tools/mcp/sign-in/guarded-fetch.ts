import { readBeginning } from "../../../runtime/bounded-fetch.ts";
import { checkPublicAddress } from "../../../runtime/public-address.ts";
import type { SignInFault } from "../../../types/sign-ins.ts";
import { isLoopback, type McpServer } from "../mcp-server.ts";

/** Of a metadata document or an answer with tokens. */
const MAX_BYTES = 64 * 1024;
const REQUEST_MS = 10_000;

/** A sign-in cannot go on. */
export class SignInFailure extends Error {
  override readonly name = "SignInFailure";
  readonly fault: SignInFault;

  constructor(fault: SignInFault) {
    super(`A sign-in has failed: ${fault.kind}.`);
    this.fault = fault;
  }
}

/**
 * Creates the `fetch` of a sign-in: it goes only to addresses that
 * `checkAddress` allows, and reads bounded answers. Throws `SignInFailure`.
 */
export function createGuardedFetch(
  server: Pick<McpServer, "url">,
  { signal }: { signal: AbortSignal },
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    checkAddress(url, server);
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    }).catch(() => {
      throw new SignInFailure({ kind: "unreachable" });
    });
    const { bytes, isCut } = await readBeginning(response.body, {
      maxBytes: MAX_BYTES,
    }).catch(() => {
      throw new SignInFailure({ kind: "unreachable" });
    });
    if (isCut) throw new SignInFailure({ kind: "too-much" });
    // Neither 204 nor 304 may have a body.
    const body = bytes.length === 0 ? null : bytes;
    return new Response(body, response);
  };
}

/**
 * What a server names must be public, on the server's own origin, or on this
 * machine like the server itself. Throws `SignInFailure`.
 */
export function checkAddress(
  address: string | URL,
  server: Pick<McpServer, "url">,
): void {
  const own = new URL(server.url);
  const url = URL.parse(String(address));
  const isBesides = url !== null && isLoopback(own) && isLoopback(url);
  if (
    url?.origin === own.origin ||
    (isBesides && /^https?:$/.test(url.protocol))
  )
    return;
  if (checkPublicAddress(String(address)).kind === "refused")
    throw new SignInFailure({ kind: "address" });
}
