import { Unzip, UnzipInflate } from "fflate";

/** Bytes of the archive that are unpacked at once. */
const PIECE_BYTES = 16_384;

/**
 * Unpacks one file of a ZIP archive, text in UTF-8, piece by piece: five
 * megabytes may unpack to five gigabytes. Yields nothing if the archive has no
 * such file. Throws if the archive is damaged or ends too early.
 */
export function* unpackPart(
  archive: Uint8Array,
  name: string,
): Generator<string, void> {
  const decoder = new TextDecoder();
  const part = { isFound: false, isWhole: false, text: "" };
  const unzip = new Unzip((file) => {
    if (file.name !== name || part.isFound) return;
    part.isFound = true;
    file.ondata = (error, data, isLast) => {
      if (error !== null) throw error;
      part.text += decoder.decode(data, { stream: !isLast });
      part.isWhole = isLast;
    };
    file.start();
  });
  unzip.register(UnzipInflate);

  for (let start = 0; start < archive.length; start += PIECE_BYTES) {
    const end = start + PIECE_BYTES;
    unzip.push(archive.subarray(start, end), end >= archive.length);
    if (part.text !== "") yield part.text;
    part.text = "";
    if (part.isWhole) return;
  }
  if (part.isFound) throw new Error(`${name} is cut off`);
}
