import { expect, it } from "vitest";
import { toAttachment } from "../../../src/channels/kit/to-attachment.ts";

it.each([
  ["image/png", "photo"],
  ["image/jpeg", "photo"],
  ["image/webp; q=1", "photo"],
  // Models see none of these.
  ["image/svg+xml", "document"],
  ["image/tiff", "document"],
  ["audio/ogg", "voice"],
  ["application/pdf", "document"],
  ["", "document"],
])("A file of the type %j is a %s", (mediaType, kind) => {
  expect(toAttachment({ mediaType }).kind).toBe(kind);
});

it("The name of a file is cut, and is valid Unicode", () => {
  const name = `${"a".repeat(199)}🎉.pdf`;
  expect(toAttachment({ name }).name).toBe(`${"a".repeat(199)}\uFFFD`);
});
