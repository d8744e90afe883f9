import { toHex } from "../../../hash.ts";
import { isSameSecret } from "../../secrets.ts";
import {
  VerificationAnswer,
  type VerificationBody,
} from "../schemas/callback.ts";
import type { CallbackPlace } from "./callback-rules.ts";
import type { SignedPost } from "./post-signed.ts";
import { readShortText } from "./read-short-text.ts";

/** An endpoint that is to be asked, and what the question is signed with. */
export interface AskedEndpoint {
  readonly caller: string;
  readonly url: URL;
  readonly place: CallbackPlace;
  readonly secrets: readonly string[];
}

/** `reason`: a sentence for the caller. Of the answer it tells the status alone. */
export type EndpointAnswer =
  | { readonly kind: "confirmed" }
  | { readonly kind: "unconfirmed"; readonly reason: string };

/** Asks an endpoint whether it wants a caller's callbacks; takes five seconds at most. Does not throw. */
export type EndpointVerifier = (
  endpoint: AskedEndpoint,
) => Promise<EndpointAnswer>;

export const VERIFICATION_SECONDS = 5;
const MAX_ANSWER_UNITS = 1_000;

export function createEndpointVerifier({
  post,
  timeoutMs = VERIFICATION_SECONDS * 1_000,
  now = Date.now,
}: {
  post: SignedPost;
  timeoutMs?: number;
  now?: () => number;
}): EndpointVerifier {
  return async ({ caller, url, ...endpoint }) => {
    const challenge = createChallenge();
    const body: VerificationBody = {
      type: "callback.verification",
      timestamp: new Date(now()).toISOString(),
      caller,
      callback_url: url.href,
      data: { challenge },
    };
    const id = `evt_${createChallenge().slice(0, 32)}`;
    const posting = await post(
      { ...endpoint, url, id, body, timeoutMs },
      (response) => judge(response, challenge),
    );
    return posting.kind === "answered"
      ? posting.answer
      : refuse(posting.reason);
  };
}

async function judge(
  response: Response,
  challenge: string,
): Promise<EndpointAnswer> {
  const { status } = response;
  if (status !== 200) return refuse(`It answered with the status ${status}.`);
  const text = await readShortText(response, { maxUnits: MAX_ANSWER_UNITS });
  const isRight =
    text !== undefined && (await isSameSecret(readChallenge(text), challenge));
  return isRight
    ? { kind: "confirmed" }
    : refuse("It answered with 200, but not with the challenge alone.");
}

/** Empty where it is none. */
function readChallenge(text: string): string {
  try {
    const { data } = VerificationAnswer.safeParse(JSON.parse(text));
    return data?.challenge ?? "";
  } catch {
    return "";
  }
}

function createChallenge(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

function refuse(reason: string): EndpointAnswer {
  return { kind: "unconfirmed", reason };
}
