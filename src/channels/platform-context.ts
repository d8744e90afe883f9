import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import type { KeyedHash } from "./secrets.ts";

/**
 * What the platform itself knows about the caller. It is separate from the request, since the caller controls all headers.
 */
export interface ClientBindings {
  /** An IP address; `undefined` where the platform knows none. */
  readonly clientAddress: string | undefined;
}

/** The name under which the requests from one address are counted: `address/<32 hexadecimal digits>`. */
export type ClientKey = (context: Context) => Promise<string>;

/**
 * Stores a keyed hash instead of the address. Callers without a known address are counted together.
 * @param hash under a key for this purpose alone
 */
export function createClientKey(hash: KeyedHash): ClientKey {
  return async (context) => {
    const network = toNetwork(clientAddressOf(context) ?? "unknown");
    return `address/${(await hash(network)).slice(0, 32)}`;
  };
}

/** The address itself. */
export function clientAddressOf({ env }: Context): string | undefined {
  // There are none where an app is called without.
  const bindings: ClientBindings | undefined = env;
  return bindings?.clientAddress;
}

/**
 * What one subscriber has at least: an IPv4 address, or all IPv6 addresses that begin with the same 64 bits (RFC 4291, 2.5.4). An
 * IPv4 address written as IPv6 is the same as written alone. What is no address stays as it is.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}

/** Keeps the platform from ending the work with the connection when the caller leaves. */
export function keepRunning(context: Context, work: Promise<unknown>): void {
  try {
    context.executionCtx.waitUntil(work);
  } catch {
    // There is none: the process runs on by itself.
  }
}
