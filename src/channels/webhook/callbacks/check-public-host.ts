import type { HostResolver } from "./host-resolver.ts";
import { isPublicNumber } from "./is-public-number.ts";

/** `reason`: a sentence for whoever has named the host; it tells no numbers. */
export type HostCheck =
  | { readonly kind: "public" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Whether all addresses of a host are public ones: a single other one may be the one that is connected to. Throws the
 * signal's reason.
 */
export async function checkPublicHost(
  name: string,
  { resolver, signal }: { resolver: HostResolver; signal: AbortSignal },
): Promise<HostCheck> {
  const numbers = await resolver.resolve(name, { signal }).catch(() => {
    signal.throwIfAborted();
  });
  if (numbers === undefined)
    return refuse("The host's name could not be looked up.");
  if (numbers.length === 0) return refuse("The host's name has no address.");
  return numbers.every(isPublicNumber)
    ? { kind: "public" }
    : refuse("The host has an address outside of the public internet.");
}

function refuse(reason: string): HostCheck {
  return { kind: "refused", reason };
}
