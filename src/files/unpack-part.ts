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
  let unpacked = "";
  let state: "sought" | "begun" | "ended" = "sought";
  const unzip = new Unzip((file) => {
    if (file.name !== name || state !== "sought") return;
    state = "begun";
    file.ondata = (error, data, isLast) => {
      if (error !== null) throw error;
      unpacked += decoder.decode(data, { stream: !isLast });
      if (isLast) state = "ended";
    };
    file.start();
  });
  unzip.register(UnzipInflate);

  for (let start = 0; start < archive.length; start += PIECE_BYTES) {
    const end = start + PIECE_BYTES;
    unzip.push(archive.subarray(start, end), end >= archive.length);
    if (unpacked !== "") yield unpacked;
    unpacked = "";
    if ((state as string) === "ended") return;
  }
  if ((state as string) === "begun") throw new Error(`${name} is cut off`);
}
