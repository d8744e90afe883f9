import { writeResult } from "../../../src/tools/mcp/remote-tool.ts";
import { describe, expect, it } from "vitest";

const image = { type: "image", data: "aGk=", mimeType: "image/png" } as const;

describe("writeResult", () => {
  it("joins the texts", () => {
    expect(
      writeResult({
        content: [
          { type: "text", text: "one" },
          { type: "text", text: "" },
          { type: "text", text: "two\ud800" },
        ],
        structuredContent: { n: 1 },
      }),
    ).toBe("one\ntwo\ufffd");
  });

  it("takes what is structured where there is no text", () => {
    expect(
      writeResult({ content: [image], structuredContent: { n: [1, null] } }),
    ).toBe('[image left out]\n{"n":[1,null]}');
  });

  it("names what cannot be read", () => {
    expect(
      writeResult({
        content: [
          image,
          { type: "audio", data: "aGk=", mimeType: "audio/wav" },
          {
            type: "resource",
            resource: { uri: "file:///a.bin", blob: "aGk=" },
          },
        ],
      }),
    ).toBe(
      "[image left out]\n[audio left out]\n[resource left out: file:///a.bin]",
    );
  });

  it("reads a resource that is text, and links by title and address", () => {
    expect(
      writeResult({
        content: [
          { type: "resource", resource: { uri: "file:///a.md", text: "# A" } },
          { type: "resource_link", name: "b", uri: "https://shop.example/b" },
          {
            type: "resource_link",
            name: "c",
            title: "The kite",
            uri: "https://shop.example/c",
          },
        ],
      }),
    ).toBe("# A\nb: https://shop.example/b\nThe kite: https://shop.example/c");
  });

  it("leaves out what nobody sees", () => {
    const hidden = "\u{E0048}\u{E0069}\u200B\u202E\u0007";
    expect(
      writeResult({
        content: [{ type: "text", text: `sent ${hidden}on\n\tMonday` }],
      }),
    ).toBe("sent on\n\tMonday");
    expect(
      writeResult({ content: [], structuredContent: { note: hidden } }),
    ).not.toMatch(/[\u{E0000}-\u{E007F}\u200B\u202E]/u);
  });

  it("is empty where there is nothing", () => {
    expect(writeResult({ content: [] })).toBe("");
  });
});
