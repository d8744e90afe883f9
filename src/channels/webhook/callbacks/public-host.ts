import * as z from "zod";
import { readShortText } from "../../../bounded-fetch.ts";

/** Resolves a host name to its addresses. */
export interface HostResolver {
  /** All its addresses, of IPv4 and of IPv6; none where the name has none. Throws where it cannot say: half an answer is none. */
  resolve(
    name: string,
    options: { signal: AbortSignal },
  ): Promise<readonly string[]>;
}

/** `reason`: a sentence for the caller that named the host; it contains no addresses. */
type HostCheck =
  | { readonly kind: "public" }
  | { readonly kind: "refused"; readonly reason: string };

/** Whether all addresses of a host are public: any may be the one that is connected to. Throws the signal's reason. */
export async function checkPublicHost(
  name: string,
  { resolver, signal }: { resolver: HostResolver; signal: AbortSignal },
): Promise<HostCheck> {
  const numbers = await resolver.resolve(name, { signal }).catch(() => {
    signal.throwIfAborted();
  });
  if (numbers === undefined)
    return refuse("The host name could not be resolved.");
  if (numbers.length === 0) return refuse("The host name has no address.");
  const { isPublicNumber } = await import("./is-public-number.ts");
  return numbers.every(isPublicNumber)
    ? { kind: "public" }
    : refuse("The host has an address outside the public internet.");
}

function refuse(reason: string): HostCheck {
  return { kind: "refused", reason };
}

/** By their numbers in the registry of DNS: https://www.iana.org/assignments/dns-parameters */
const A = 1;
const AAAA = 28;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

const MAX_ANSWER_UNITS = 100_000;

/** https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/; Google's is the same. */
const Answer = z.object({
  Status: z.number(),
  TC: z.boolean().optional(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
});

/**
 * Asks a server for DNS over HTTPS in its JSON format: all that a runtime needs is `fetch`. The two requests are made at once.
 * @param url takes `?name=…&type=…`
 */
export function createDnsOverHttps({
  url,
  fetch = (...request) => globalThis.fetch(...request),
}: {
  url: string;
  fetch?: typeof globalThis.fetch;
}): HostResolver {
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
      throw new Error(`The resolver answers with ${response.status}.`);
    }
    const text = await readShortText(response, { maxUnits: MAX_ANSWER_UNITS });
    if (text === undefined) throw new Error("The resolver says too much.");
    const answer = Answer.parse(JSON.parse(text));
    if (answer.Status === NO_SUCH_NAME) return [];
    if (answer.Status !== NO_ERROR || answer.TC)
      throw new Error(`The resolver could not say (${answer.Status}).`);
    // The names that it was led through are among them.
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
