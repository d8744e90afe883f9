import { describe, expect, it } from "vitest";
import { findOtherSite } from "../../src/http/find-other-site.ts";
import { recordAttack } from "../security/record-attack.ts";

const OWN = "https://parley.example";

describe("a request to the page's routes", () => {
  it.each([
    ["GET", {}, undefined],
    ["GET", { "sec-fetch-site": "none" }, undefined],
    ["GET", { "sec-fetch-site": "cross-site" }, "other-site"],
    ["GET", { origin: "https://evil.example" }, "other-site"],
    ["POST", { "sec-fetch-site": "same-origin" }, undefined],
    ["POST", { "sec-fetch-site": "same-site", origin: OWN }, "other-site"],
    ["POST", { origin: OWN }, undefined],
    ["DELETE", { origin: OWN }, undefined],
    ["POST", { origin: "https://shop.parley.example" }, "other-site"],
    ["POST", { origin: "http://parley.example" }, "other-site"],
    ["POST", { origin: "https://parley.example:8443" }, "other-site"],
    ["POST", { origin: "null" }, "other-site"],
  ])("by %s with %j: %s", (method, headers, problem) => {
    const request = new Request(`${OWN}/web/messages`, {
      method,
      headers: new Headers(headers as Record<string, string>),
    });
    expect(findOtherSite(request)?.slug).toBe(problem);
  });

  it("must name its site if it writes", ({ task }) => {
    const taken = ["POST", "DELETE"].filter(
      (method) =>
        findOtherSite(new Request(`${OWN}/web/messages`, { method })) ===
        undefined,
    );
    const got = taken.length;
    recordAttack(task, "postsWithoutOrigin", { got, allowed: 0 });
  });

  it("gets a hint to the API if it comes from no browser", () => {
    const request = new Request(`${OWN}/web/messages`, { method: "POST" });
    expect(findOtherSite(request)?.detail).toContain("POST /v1/messages");
  });
});
