import * as z from "zod";
import { createAddressParser } from "../kit/address-parser.ts";
import { isPlatformUrl } from "../kit/platform-url.ts";

export const parseAddress = createAddressParser("Slack", {
  chat: z.string(),
  user: z.string(),
  team: z.string().optional(),
  thread: z.string().optional(),
  /** The response URL of a slash command: only its author sees the answer. */
  response: z.string().optional(),
  responseUntil: z.number().optional(),
  /** The slash command's name, e.g. `/parley`. */
  slash: z.string().optional(),
});

export type SlackAddress = ReturnType<typeof parseAddress>;

/**
 * Whether a URL is Slack's own: usually on `hooks.slack.com` or
 * `files.slack.com`, in GovSlack on a host of `slack-gov.com`.
 */
export function isSlackUrl(url: string, apiRoot: string): boolean {
  const hosts = /(?:^|\.)slack(?:-gov)?\.com$/;
  return isPlatformUrl(url, { apiRoot, hosts });
}
