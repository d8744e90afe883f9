import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecent, isSigned } from "../../../src/channels/kit/signed-body.ts";
import { runs } from "../../property-runs.ts";

const SECRET = "the secret of the app";
const TEXT = Uint8Array.from(Buffer.from("text"));

it.each([
  ["999700", true],
  ["999699", false],
  ["1000300", true],
  ["1000301", false],
  ["1e6", false],
  ["", false],
])("a request of %j is recent at 1,000,000 s: %s", (timestamp, recent) => {
  expect(isRecent(timestamp, () => 1_000_000_000)).toBe(recent);
});

describe("isSigned", () => {
  it.each(["hex", "base64"] as const)(
    "accepts a %s signature over any bytes",
    async (encoding) => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array(), async (bytes) => {
          const signed = new Uint8Array(bytes);
          const signature = createHmac("sha256", SECRET)
            .update(signed)
            .digest(encoding);
          const options = { signature, encoding, secret: SECRET };
          expect(await isSigned(signed, options)).toBe(true);
          const changed = new Uint8Array([...signed, 0]);
          expect(await isSigned(changed, options)).toBe(false);
        }),
        { numRuns: runs(30) },
      );
    },
  );

  it.each(["", "zz", "é", "a".repeat(1_000), "0".repeat(64)])(
    "rejects %j as a signature",
    async (signature) => {
      for (const encoding of ["hex", "base64"] as const)
        expect(
          await isSigned(TEXT, { signature, encoding, secret: SECRET }),
        ).toBe(false);
    },
  );

  it("rejects every signature under an empty secret", async () => {
    const signature = createHmac("sha256", "").update("text").digest("hex");
    expect(
      await isSigned(TEXT, { signature, encoding: "hex", secret: "" }),
    ).toBe(false);
  });
});
