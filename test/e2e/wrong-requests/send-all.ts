import { sendRaw, type RawResponse } from "./send-raw.ts";
import type { WrongRequest } from "./wrong-request.ts";

/** These test the server's time limit. */
const isSlow = ({ slug }: WrongRequest): boolean => slug === "slow-body";

/**
 * A server that rejects early closes the connection while the body is still
 * being sent. TCP may then drop the response, so such a request is sent again.
 */
const MAX_ATTEMPTS = 5;

/** Sends the requests in sequence, except slow ones, which run in parallel. */
export async function sendAll(
  url: string,
  requests: readonly WrongRequest[],
): Promise<ReadonlyMap<WrongRequest, RawResponse>> {
  const responses = new Map<WrongRequest, RawResponse>();
  const send = async (request: WrongRequest): Promise<void> => {
    let response = await sendRaw(url, request);
    for (let i = 1; response.status === 0 && i < MAX_ATTEMPTS; i++)
      response = await sendRaw(url, request);
    responses.set(request, response);
  };
  const slow = requests.filter(isSlow).map(send);
  for (const request of requests) if (!isSlow(request)) await send(request);
  await Promise.all(slow);
  return responses;
}
