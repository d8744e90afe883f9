import { sendRaw, type RawResponse } from "./send-raw.ts";
import type { WrongRequest } from "./wrong-request.ts";

/** These test the server's time limit. */
const isSlow = ({ slug }: WrongRequest): boolean => slug === "slow-body";

/** Sends the requests in sequence, except slow ones, which run in parallel. */
export async function sendAll(
  url: string,
  requests: readonly WrongRequest[],
): Promise<ReadonlyMap<WrongRequest, RawResponse>> {
  const responses = new Map<WrongRequest, RawResponse>();
  const send = async (request: WrongRequest): Promise<void> => {
    responses.set(request, await sendRaw(url, request));
  };
  const slow = requests.filter(isSlow).map(send);
  for (const request of requests) if (!isSlow(request)) await send(request);
  await Promise.all(slow);
  return responses;
}
