import * as z from "zod";
import { readShortText } from "../../../bounded-fetch.ts";

export interface HostResolver {
  /**
   * All IPv4 and IPv6 addresses, empty if the name has none. Throws if either
   * lookup fails.
   */
  resolve(
    name: string,
    options: { signal: AbortSignal },
  ): Promise<readonly string[]>;
}

/** `reason`: a sentence for the caller; reveals no IP addresses. */
type HostCheck =
  | { readonly kind: "public" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Checks that all addresses of a host are public: the connection may use any.
 * Throws the signal's reason.
 */
export async function checkPublicHost(
  name: string,
  { resolver, signal }: { resolver: HostResolver; signal: AbortSignal },
): Promise<HostCheck> {
  const addresses = await resolver.resolve(name, { signal }).catch(() => {
    signal.throwIfAborted();
  });
  if (addresses === undefined)
    return refuse("The host name could not be resolved.");
  if (addresses.length === 0) return refuse("The host name has no address.");
  const { isPublicIpAddress } = await import("./is-public-ip-address.ts");
  return addresses.every(isPublicIpAddress)
    ? { kind: "public" }
    : refuse("The host has an address outside the public internet.");
}

function refuse(reason: string): HostCheck {
  return { kind: "refused", reason };
}

/** https://www.iana.org/assignments/dns-parameters */
const A = 1;
const AAAA = 28;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

const MAX_ANSWER_UNITS = 100_000;

/**
 * https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/
 * Google uses the same format.
 */
const Answer = z.object({
  Status: z.number(),
  TC: z.boolean().optional(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
});

/**
 * Resolves names by DNS over HTTPS in the JSON format, which needs only
 * `fetch`.
 * @param url called with `?name=…&type=…`
 */
export function createDnsOverHttps({ url }: { url: string }): HostResolver {
  const ask = async (
    name: string,
    type: number,
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const question = new URL(url);
    question.searchParams.set("name", name);
    question.searchParams.set("type", String(type));
    const response = await fetch(question, {
      headers: { accept: "application/dns-json" },
      redirect: "manual",
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The resolver answered with HTTP ${response.status}.`);
    }
    const text = await readShortText(response, { maxUnits: MAX_ANSWER_UNITS });
    if (text === undefined)
      throw new Error("The response of the resolver is too long.");
    const answer = Answer.parse(JSON.parse(text));
    if (answer.Status === NO_SUCH_NAME) return [];
    if (answer.Status !== NO_ERROR || answer.TC)
      throw new Error(`The resolver failed with status ${answer.Status}.`);
    // The answer includes CNAME records.
    return (answer.Answer ?? [])
      .filter((record) => record.type === type)
      .map(({ data }) => data);
  };
  return {
    resolve: async (name, { signal }) =>
      (
        await Promise.all([ask(name, A, signal), ask(name, AAAA, signal)])
      ).flat(),
  };
}
