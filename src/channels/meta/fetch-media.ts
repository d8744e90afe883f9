import { DeliveryError } from "../../types/errors.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import {
  createContentFetcher,
  type ContentPlace,
} from "../kit/content-fetcher.ts";
import { isPlatformUrl } from "../kit/platform-url.ts";

/** Hosts of Meta's media. No other host is called. */
const HOSTS = /(?:^|\.)(?:fbsbx|fbcdn|facebook|whatsapp)\.(?:com|net)$/;

/**
 * Fetches media by id, because its URLs expire after minutes.
 * @param needsToken whether the media's host requires the channel's token
 * @param find asks the Graph API for the media's URL
 */
export function createMediaFetcher({
  access: { token, apiRoot, fetch },
  needsToken,
  find,
}: {
  access: PlatformAccess;
  needsToken: boolean;
  find: (
    file: string,
    signal: AbortSignal,
  ) => Promise<ContentPlace | undefined>;
}) {
  return createContentFetcher({
    platform: "Meta",
    async find(file, { signal }) {
      try {
        const place = await find(file, signal);
        const isOnMeta =
          place !== undefined &&
          isPlatformUrl(place.url, { apiRoot, hosts: HOSTS });
        if (!isOnMeta) return undefined;
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
