/** A text's checksum that follows the text: work for what is added or taken off its end, however long the rest is. */
export interface TextChecksum {
  append(text: string): void;
  /** @param end what the text ends with */
  remove(end: string): void;
  /** Eight hexadecimal digits. Texts that differ have different ones, but for one in four thousand million. */
  digest(): string;
}

/** Odd, so that multiplying by it can be undone modulo 2³². */
const BASE = 0x9e3779b1;
const INVERSE = inverseOf(BASE);

/** Σ (unit + 1) · baseⁿ modulo 2³² over the UTF-16 units: nothing that withstands an attacker, who could only fool themselves. */
export function createTextChecksum(): TextChecksum {
  let sum = 0;
  let power = 1;
  return {
    append(text) {
      for (let at = 0; at < text.length; at++) {
        sum = (sum + Math.imul(text.charCodeAt(at) + 1, power)) | 0;
        power = Math.imul(power, BASE);
      }
    },
    remove(end) {
      for (let at = end.length - 1; at >= 0; at--) {
        power = Math.imul(power, INVERSE);
        sum = (sum - Math.imul(end.charCodeAt(at) + 1, power)) | 0;
      }
    },
    digest: () => (sum >>> 0).toString(16).padStart(8, "0"),
  };
}

export function checksumOf(text: string): string {
  const checksum = createTextChecksum();
  checksum.append(text);
  return checksum.digest();
}

/** Newton's method: each round doubles the bits that are right. */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let bits = 3; bits < 32; bits *= 2)
    inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
}
