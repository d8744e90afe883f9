import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import type { KeyedHash } from "./secrets.ts";

/**
 * What the platform knows about the caller, as opposed to the request's
 * headers, which the caller controls.
 */
export interface ClientBindings {
  /** IP address; `undefined` if the platform knows none. */
  readonly clientAddress: string | undefined;
}

/**
 * Key under which requests from an address are counted: `address/<32 hex
 * digits>`.
 */
export type ClientKey = (context: Context) => Promise<string>;

/**
 * Replaces the address by a keyed hash. All callers without a known address
 * share one key.
 * @param hash with a secret for this purpose only
 */
export function createClientKey(hash: KeyedHash): ClientKey {
  return async (context) => {
    const network = toNetwork(clientAddressOf(context) ?? "unknown");
    return `address/${(await hash(network)).slice(0, 32)}`;
  };
}

export function clientAddressOf({ env }: Context): string | undefined {
  // `undefined` if the app is called without bindings.
  const bindings: ClientBindings | undefined = env;
  return bindings?.clientAddress;
}

/**
 * The smallest network of one subscriber: an IPv4 address, or a /64 of IPv6
 * (RFC 4291, 2.5.4). IPv4-mapped addresses become IPv4. Returns other texts
 * unchanged.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(":")}::/64`;
}

/** Keeps `work` running after the caller disconnects. */
export function keepRunning(context: Context, work: Promise<unknown>): void {
  try {
    context.executionCtx.waitUntil(work);
  } catch {
    // No execution context: the process keeps running anyway.
  }
}
