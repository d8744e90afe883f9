import * as z from "zod";
import { createAddressParser } from "../kit/address-parser.ts";

export const parseAddress = createAddressParser("Teams", {
  /** The conversation's id without its thread. */
  chat: z.string(),
  /** The conversation's id with its thread, as the API expects it. */
  to: z.string(),
  /** The id of the message to reply to. */
  message: z.string(),
  service: z.string(),
  kind: z.enum(["personal", "group"]),
});

export type TeamsAddress = ReturnType<typeof parseAddress>;

/**
 * Hosts of the public cloud and GCC
 * (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages),
 * and of the Bot Framework.
 */
const HOSTS =
  /^(?:smba\.trafficmanager\.net|smba\.infra\.gcc\.teams\.microsoft\.com|(?:[a-z\d-]+\.)+botframework\.com)$/;

/**
 * Whether the bot's token may be sent to a URL: one below `serviceRoot` if that
 * is set, else one on Microsoft's hosts.
 */
export function isServiceUrl(
  serviceUrl: string,
  serviceRoot: string | undefined,
): boolean {
  const url = URL.parse(serviceUrl);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (url.search !== "" || url.hash !== "") return false;
  if (serviceRoot !== undefined) {
    const root = new URL(serviceRoot);
    const path = root.pathname.replace(/\/?$/, "/");
    return (
      url.origin === root.origin &&
      url.pathname.replace(/\/?$/, "/").startsWith(path)
    );
  }
  return (
    url.protocol === "https:" && url.port === "" && HOSTS.test(url.hostname)
  );
}

/** Whether a URL is on SharePoint, which also stores OneDrive for work. */
export function isFileUrl(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    url.hostname.endsWith(".sharepoint.com")
  );
}
