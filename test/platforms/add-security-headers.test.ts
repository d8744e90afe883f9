import { describe, expect, it } from "vitest";
import { addSecurityHeaders } from "../../src/platforms/add-security-headers.ts";

const hasHsts = (url: string): boolean =>
  addSecurityHeaders(new Response(), url).headers.has(
    "strict-transport-security",
  );

describe("addSecurityHeaders", () => {
  it("keeps status, headers and body, and forbids sniffing the type", async () => {
    const headers = new Headers({ "content-type": "text/plain" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    const given = new Response("Hello", { status: 418, headers });
    const answer = addSecurityHeaders(given, "https://parley.example/");
    expect(answer.status).toBe(418);
    expect(answer.headers.get("content-type")).toBe("text/plain");
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toBe("Hello");
  });

  it.each([304, 204])("accepts a response without a body: %d", (status) => {
    const given = new Response(null, { status });
    const answer = addSecurityHeaders(given, "https://parley.example/");
    expect(answer.status).toBe(status);
    expect(answer.body).toBeNull();
  });

  it("accepts a response with immutable headers", () => {
    const url = "https://parley.example/";
    const answer = addSecurityHeaders(Response.redirect(url), url);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each(["https://parley.example/", "https://localhost.example/"])(
    "sends Strict-Transport-Security over HTTPS: %s",
    (url) => expect(hasHsts(url)).toBe(true),
  );

  it.each([
    "http://parley.example/",
    "http://localhost:8787/",
    "https://localhost:8787/",
    "https://parley.localhost/",
    "https://host name does not exist/",
  ])("sends no Strict-Transport-Security to %s", (url) =>
    expect(hasHsts(url)).toBe(false),
  );
});
