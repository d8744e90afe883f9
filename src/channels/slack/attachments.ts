import { createTimeLimit } from "../../abort.ts";
import { readBeginning } from "../../bounded-fetch.ts";
import type { AttachmentContent, Channel } from "../../channel.ts";
import { AttachmentError } from "../../errors.ts";
import { callSlack, SlackError, type SlackAccess } from "./slack-api.ts";
import * as z from "zod";

const TIMEOUT_MS = 60_000;

const FileInfo = z.object({
  file: z.object({
    size: z.number().optional(),
    url_private_download: z.url().optional(),
    url_private: z.url().optional(),
  }),
});

/** Fetches files by their id; their addresses want the bot's token, which goes to Slack alone. */
export function createAttachmentFetcher(
  access: SlackAccess,
): NonNullable<Channel["fetchAttachment"]> {
  return async (file, { maxBytes, signal }) => {
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    try {
      const address = await findAddress(file, { maxBytes, access, limit });
      return typeof address === "string"
        ? await download(address, { maxBytes, access, limit })
        : address;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AttachmentError) throw error;
      throw new AttachmentError(
        error instanceof SlackError ? error.error : "no answer from Slack",
      );
    }
  };
}

interface Fetching {
  readonly maxBytes: number;
  readonly access: SlackAccess;
  readonly limit: { readonly signal: AbortSignal };
}

async function findAddress(
  file: string,
  { maxBytes, access, limit }: Fetching,
): Promise<string | AttachmentContent> {
  try {
    const { signal } = limit;
    const answer = await callSlack(
      "files.info",
      { file },
      { ...access, signal },
    );
    const { data } = FileInfo.safeParse(answer);
    const { size = 0, url_private_download, url_private } = data?.file ?? {};
    if (size > maxBytes) return { kind: "too-large" };
    return url_private_download ?? url_private ?? { kind: "gone" };
  } catch (error) {
    const isGone =
      error instanceof SlackError &&
      ["file_not_found", "file_deleted"].includes(error.error);
    if (!isGone) throw error;
    return { kind: "gone" };
  }
}

async function download(
  address: string,
  {
    maxBytes,
    access: { token, apiRoot, fetch = globalThis.fetch },
    limit: { signal },
  }: Fetching,
): Promise<AttachmentContent> {
  const { hostname, protocol } = new URL(address);
  const isSlacks =
    hostname === new URL(apiRoot).hostname ||
    (protocol === "https:" && hostname.endsWith(".slack.com"));
  if (!isSlacks) return { kind: "gone" };
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${token}` },
    signal,
    redirect: "manual",
  });
  // Without the scope `files:read`, Slack leads to its login page.
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || type.startsWith("text/html")) {
    await response.body?.cancel();
    if (response.status === 404) return { kind: "gone" };
    throw new AttachmentError(`${response.status} for the file's content`);
  }
  const { bytes, isCut } = await readBeginning(response.body, { maxBytes });
  return isCut ? { kind: "too-large" } : { kind: "fetched", bytes };
}
