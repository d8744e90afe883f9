import type { Channel } from "../../channel.ts";
import { DeliveryError } from "../../errors.ts";
import { type ContentPlace, createContentFetcher } from "../content-fetcher.ts";
import type { GraphAccess } from "./graph-api.ts";

/** Where Meta keeps media; no other host gets the token, or is asked at all. */
const HOSTS = /(?:^|\.)(?:fbsbx|fbcdn|facebook|whatsapp)\.(?:com|net)$/;

/**
 * Fetches what is at the place that `find` asks the Graph API for. Addresses work for minutes, so that only ids are stored.
 * @param needsToken the media's host wants the channel's token, too
 */
export function createMediaFetcher({
  access: { token, apiRoot, fetch },
  needsToken,
  find,
}: {
  access: GraphAccess;
  needsToken: boolean;
  find: (
    file: string,
    signal: AbortSignal,
  ) => Promise<ContentPlace | undefined>;
}): NonNullable<Channel["fetchAttachment"]> {
  return createContentFetcher({
    platform: "Meta",
    async find(file, { signal }) {
      try {
        const place = await find(file, signal);
        if (place === undefined || !isMetas(place.url, apiRoot))
          return undefined;
        return needsToken
          ? { ...place, headers: { authorization: `Bearer ${token}` } }
          : place;
      } catch (error) {
        if (error instanceof DeliveryError && error.kind === "refused")
          return undefined;
        throw error;
      }
    },
    fetch,
  });
}

function isMetas(url: string, apiRoot: string): boolean {
  const { origin, hostname, protocol } = new URL(url);
  return (
    origin === new URL(apiRoot).origin ||
    (protocol === "https:" && HOSTS.test(hostname))
  );
}
