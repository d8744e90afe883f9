import { describe, expect, it } from "vitest";
import { toSafeAddress } from "../../../../../src/channels/web/page/markdown/parse-markdown.ts";

describe("toSafeAddress", () => {
  it.each([
    ["https://example.com/a?b=c#d", "https://example.com/a?b=c#d"],
    ["HTTP://EXAMPLE.COM", "http://example.com/"],
    ["mailto:ada@example.com", "mailto:ada@example.com"],
    [
      "https://zh.wikipedia.org/wiki/百分比",
      "https://zh.wikipedia.org/wiki/%E7%99%BE%E5%88%86%E6%AF%94",
    ],
  ])("accepts %s", (href, address) => {
    expect(toSafeAddress(href)).toBe(address);
  });

  it.each([
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://example.com/1",
    "tel:112",
    "/web/conversation",
    "//example.com",
    "#message",
    "",
  ])("rejects %j", (href) => {
    expect(toSafeAddress(href)).toBeUndefined();
  });
});
