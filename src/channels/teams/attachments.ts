import type { Channel } from "../../types/channel.ts";
import { createContentFetcher, isPage } from "../kit/content-fetcher.ts";
import type { ConnectorAccess } from "./connector.ts";
import { isFileUrl, isServiceUrl } from "./teams-address.ts";

/**
 * Fetches pictures from the connector with the bot's token
 * (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/agents-inline-images),
 * and files from SharePoint by pre-authenticated URLs, which are valid for
 * about an hour
 * (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/bots-filesv4).
 * Calls no other host, and sends the token only to the connector.
 */
export function createAttachmentFetcher({
  token,
  serviceRoot,
  fetch,
}: ConnectorAccess): NonNullable<Channel["fetchAttachment"]> {
  const isPicture = (url: string): boolean =>
    /\/v3\/attachments\/[^/]+\/views\/[^/]+$/.test(url) &&
    isServiceUrl(url, serviceRoot);

  const fetchPicture = createContentFetcher({
    platform: "Teams",
    token,
    find: async (url, { token: used }) => ({
      url,
      headers: { authorization: `Bearer ${used}` },
    }),
    gone: [403, 404, 410],
    fetch,
  });

  const fetchFile = createContentFetcher({
    platform: "SharePoint",
    find: async (url) => (isFileUrl(url) ? { url } : undefined),
    // Some clients send the URL of the file's page, which redirects to a login
    // (OfficeDev/Microsoft-Teams-Samples#1314).
    gone: [302, 401, 403, 404, 410],
    judge: async (response) => (isPage(response) ? "gone" : undefined),
    fetch,
  });

  return (url, options) =>
    isPicture(url) ? fetchPicture(url, options) : fetchFile(url, options);
}
