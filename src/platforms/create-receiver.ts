import type { Config } from "../config/parse-config.ts";
import { errorResponse } from "../http/error-response.ts";
import { receiveRequest } from "../http/receive-request.ts";
import type { Mailbox } from "../types/mailbox.ts";
import type { Assembly } from "./assemble.ts";

/**
 * Handles the webhook requests of chat platforms; returns `undefined` for all
 * other requests, which the app handles.
 */
export type Receiver = (request: Request) => Promise<Response | undefined>;

type Load = Parameters<typeof receiveRequest>[1]["load"];

/**
 * Handles them as the app does but loads none of its other routes, so that a
 * cold start for a message is short.
 */
export function createReceiver(
  { config, channels }: Pick<Assembly, "channels"> & { config: Config },
  mailbox: Mailbox,
): Receiver {
  const receivers = new Map<string, Load>(
    config.channels.flatMap(({ definition: { name, routes } }) => {
      const load = channels.receiving.get(name);
      return load === undefined
        ? []
        : routes.map(
            ({ method, path }) => [`${method} /${name}${path}`, load] as const,
          );
    }),
  );
  return async (request) => {
    const { pathname: route } = new URL(request.url);
    const load = receivers.get(`${request.method} ${route}`);
    if (load === undefined) return undefined;
    try {
      return await receiveRequest(request, { load, mailbox });
    } catch (error) {
      return errorResponse(error, { route });
    }
  };
}
