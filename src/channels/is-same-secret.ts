import { sha256 } from "../hash.ts";

/**
 * Whether both secrets are the same. Both are hashed and all bytes of the digests compared, so that the time it takes
 * tells nothing of how much of the secret was right, nor how long it is. Nothing is the same as an empty secret.
 */
export async function isSameSecret(
  given: string,
  expected: string,
): Promise<boolean> {
  const [givenDigest, expectedDigest] = await Promise.all([
    sha256(given),
    sha256(expected),
  ]);
  const difference = givenDigest.reduce(
    (bits, byte, index) => bits | (byte ^ (expectedDigest[index] ?? 0)),
    0,
  );
  return difference === 0 && expected !== "";
}
