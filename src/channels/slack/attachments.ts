import * as z from "zod";
import type { Attachment } from "../../types/message.ts";
import type { PlatformAccess } from "../kit/call-platform.ts";
import {
  createContentFetcher,
  isPage,
  type ContentPlace,
} from "../kit/content-fetcher.ts";
import { lenient, lenientText } from "../kit/lenient.ts";
import { hasCode } from "../kit/platform-codes.ts";
import { toAttachment } from "../kit/to-attachment.ts";
import { isSlackUrl } from "./slack-address.ts";
import { callSlack } from "./slack-api.ts";

const MAX_FILES = 10;

export const SlackId = z.string().regex(/^[A-Z0-9]{1,30}$/);

export const File = z.object({
  id: SlackId,
  mimetype: lenientText,
  size: lenient(z.int().nonnegative()),
  name: lenientText,
});

export function toAttachments(
  files: readonly z.infer<typeof File>[],
): Attachment[] {
  return files
    .slice(0, MAX_FILES)
    .map(({ id, mimetype, size, name }) =>
      toAttachment({ file: id, mediaType: mimetype, size, name }),
    );
}

const FileInfo = z.object({
  file: z.object({
    size: z.number().optional(),
    url_private_download: z.url().optional(),
    url_private: z.url().optional(),
  }),
});

/** Fetches files by id with the bot's token. */
export function createAttachmentFetcher(access: PlatformAccess) {
  return createContentFetcher({
    platform: "Slack",
    find: (file, { signal }) => findContent(file, { ...access, signal }),
    // Without the scope `files:read`, Slack serves its login page.
    judge: async (response) => (isPage(response) ? "failed" : undefined),
    fetch: access.fetch,
  });
}

const isFileGone = hasCode(["file_not_found", "file_deleted"]);

async function findContent(
  file: string,
  access: PlatformAccess & { signal: AbortSignal },
): Promise<ContentPlace | undefined> {
  try {
    const answer = await callSlack("files.info", { file }, access);
    const { size, url_private_download, url_private } =
      FileInfo.safeParse(answer).data?.file ?? {};
    const url = url_private_download ?? url_private;
    // A remote file may be on any host, which must not get the token:
    // https://docs.slack.dev/reference/methods/files.remote.info
    if (url === undefined || !isSlackUrl(url, access.apiRoot)) return undefined;
    return { url, headers: { authorization: `Bearer ${access.token}` }, size };
  } catch (error) {
    if (!isFileGone(error)) throw error;
    return undefined;
  }
}
