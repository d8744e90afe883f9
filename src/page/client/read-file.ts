import { MAX_FILE_BYTES, type AcceptedFiles } from "../../types/page.ts";
import type { MessageFile } from "./api.ts";
import type { FileProblem } from "./texts-english.ts";

type ReadFile =
  | { readonly kind: "read"; readonly file: MessageFile }
  | { readonly kind: "refused"; readonly problem: FileProblem };

/** The server reads no more of a text. */
const MAX_TEXT_BYTES = 200_000;
/** In pixels; models downscale larger images. */
const MAX_SIDE = 1_568;
const JPEG_QUALITY = 0.85;

/** Reads a file if the model accepts its kind; downscales large images. */
export async function readFile(
  file: File,
  { images, speech }: AcceptedFiles,
): Promise<ReadFile> {
  const { type } = file;
  const refuse = (problem: FileProblem): ReadFile => ({
    kind: "refused",
    problem,
  });
  try {
    if (type.startsWith("image/") && type !== "image/svg+xml")
      return images ? await readImage(file) : refuse("noImages");
    if (type.startsWith("audio/") && !speech) return refuse("noSound");
    const isText = !type.startsWith("audio/") && !isDocument(file);
    if (file.size > (isText ? MAX_TEXT_BYTES : MAX_FILE_BYTES))
      return refuse("tooLarge");
    if (isText && (await isBinary(file))) return refuse("noText");
    return await toMessageFile(file, file.name);
  } catch {
    // The file is gone, or an image that this browser cannot decode.
    return refuse("unreadable");
  }
}

/** PDF and DOCX, whose text the server reads. */
function isDocument({ name, type }: File): boolean {
  return (
    /\.(?:pdf|docx)$/i.test(name) ||
    /^application\/(?:pdf$|vnd\.openxml.*wordprocessingml)/.test(type)
  );
}

/** Re-encodes photos, which also removes metadata such as the location. */
async function readImage(file: File): Promise<ReadFile> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const isFine =
    ["image/png", "image/webp", "image/gif"].includes(file.type) &&
    file.size <= MAX_FILE_BYTES / 2 &&
    scale === 1;
  if (isFine) return toMessageFile(file, file.name);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return { kind: "refused", problem: "unreadable" };
  // JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const jpeg = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY);
  });
  if (jpeg === null) return { kind: "refused", problem: "unreadable" };
  return jpeg.size > MAX_FILE_BYTES
    ? { kind: "refused", problem: "tooLarge" }
    : toMessageFile(jpeg, file.name);
}

/**
 * Roughly like the server: text has no zero bytes, except UTF-16, which starts
 * with a byte order mark.
 */
async function isBinary(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first = 0, second = 0] = bytes;
  return first + second !== 0xff + 0xfe && bytes.includes(0);
}

async function toMessageFile(content: Blob, name: string): Promise<ReadFile> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      resolve(typeof reader.result === "string" ? reader.result : "");
    });
    reader.addEventListener("error", () => reject(new Error(name)));
    reader.readAsDataURL(content);
  });
  return {
    kind: "read",
    file: {
      name: toName(name),
      type: /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.exec(content.type)?.[0] ?? "",
      content: url.slice(url.indexOf(",") + 1),
    },
  };
}

function toName(name: string): string {
  const shown = name.replaceAll(/\p{Cc}/gu, " ").toWellFormed();
  return shown.length <= 255 ? shown : `…${shown.slice(-254).toWellFormed()}`;
}
