import type { Channel } from "../../channel.ts";
import type { AccessToken } from "../access-token.ts";
import { createContentFetcher, judgeStatus } from "../content-fetcher.ts";
import { isFileUrl, isServiceUrl } from "./teams-address.ts";

/**
 * Fetches pictures from the connector, which wants the bot's token
 * (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/agents-inline-images), and files from SharePoint, whose addresses work by
 * themselves for about an hour (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/bots-filesv4). The token goes to the
 * connector alone, and no other host is asked.
 */
export function createAttachmentFetcher({
  token,
  serviceRoot,
  fetch,
}: {
  token: AccessToken;
  serviceRoot?: string | undefined;
  fetch?: typeof globalThis.fetch | undefined;
}): NonNullable<Channel["fetchAttachment"]> {
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
    judge: (response) => judgeStatus(response, [403, 404, 410]),
    fetch,
  });

  const fetchFile = createContentFetcher({
    platform: "SharePoint",
    find: async (url) => (isFileUrl(url) ? { url } : undefined),
    judge(response) {
      // Some apps name the page that shows the file, which leads to a login (OfficeDev/Microsoft-Teams-Samples#1314).
      const type = response.headers.get("content-type") ?? "";
      const isPage = response.ok && type.startsWith("text/html");
      return isPage ? "gone" : judgeStatus(response, [302, 401, 403, 404, 410]);
    },
    fetch,
  });

  return (url, options) =>
    isPicture(url) ? fetchPicture(url, options) : fetchFile(url, options);
}
