import { createAddressParser } from "../address-parser.ts";
import * as z from "zod";

export const parseAddress = createAddressParser("Teams", {
  /** Without its thread. */
  chat: z.string(),
  /** As the platform names it, with its thread. */
  to: z.string(),
  /** Of the message that is answered. */
  message: z.string(),
  service: z.string(),
  kind: z.enum(["personal", "group"]),
});

export type TeamsAddress = ReturnType<typeof parseAddress>;

/**
 * Of the public cloud and of GCC
 * (https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/send-proactive-messages), and of the Bot Framework.
 */
const HOSTS =
  /^(?:smba\.trafficmanager\.net|smba\.infra\.gcc\.teams\.microsoft\.com|(?:[a-z\d-]+\.)+botframework\.com)$/;

/** Whether the bot's token may go there: to Microsoft, or below the configured root. */
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

/** Whether SharePoint keeps a file there, where OneDrive for work has its files, too. */
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
