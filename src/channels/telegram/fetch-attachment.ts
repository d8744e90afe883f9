import { createTimeLimit } from "../../abort.ts";
import type { AttachmentContent, Channel } from "../../channel.ts";
import { AttachmentError } from "../../errors.ts";
import { explainFailure } from "./explain-failure.ts";
import { createTelegramApi, type TelegramAccess } from "./telegram-api.ts";
import { GrammyError } from "grammy/web";

const TIMEOUT_MS = 60_000;

type Fetcher = NonNullable<Channel["fetchAttachment"]>;

/**
 * Fetches files by their id. A file's address holds the bot's token and works for an hour: it is asked for anew each
 * time, and never leaves this file.
 */
export function createAttachmentFetcher(access: TelegramAccess): Fetcher {
  return async (file, { maxBytes, signal }) => {
    using limit = createTimeLimit({ ms: TIMEOUT_MS, signal });
    try {
      const path = await findPath(file, { maxBytes, access, limit });
      return typeof path === "string"
        ? await download(path, { maxBytes, access, limit })
        : path;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AttachmentError) throw error;
      throw new AttachmentError(explainFailure(error, access.token));
    }
  };
}

interface Fetching {
  readonly maxBytes: number;
  readonly access: TelegramAccess;
  readonly limit: { readonly signal: AbortSignal };
}

async function findPath(
  file: string,
  { maxBytes, access, limit }: Fetching,
): Promise<string | AttachmentContent> {
  try {
    const api = createTelegramApi({ ...access, signal: limit.signal });
    const { file_path, file_size = 0 } = await api.getFile(file);
    if (file_size > maxBytes) return { kind: "too-large" };
    return file_path ?? { kind: "gone" };
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400)
      throw error;
    // Bots get no more than 20 MB.
    const isTooLarge = /file is too big/i.test(error.description);
    return { kind: isTooLarge ? "too-large" : "gone" };
  }
}

async function download(
  path: string,
  {
    maxBytes,
    access: { token, apiRoot, fetch = globalThis.fetch },
    limit,
  }: Fetching,
): Promise<AttachmentContent> {
  const root = apiRoot.replace(/\/+$/, "");
  const response = await fetch(`${root}/file/bot${token}/${path}`, {
    signal: limit.signal,
    redirect: "manual",
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    if (response.status === 404) return { kind: "gone" };
    throw new AttachmentError(`${response.status} for the file's content`);
  }
  return readUpTo(maxBytes, response.body);
}

async function readUpTo(
  maxBytes: number,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<AttachmentContent> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  // Leaving the loop ends the download.
  for await (const piece of body) {
    size += piece.length;
    if (size > maxBytes) return { kind: "too-large" };
    pieces.push(piece);
  }
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return { kind: "fetched", bytes };
}
