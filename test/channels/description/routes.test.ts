import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createDescriptionRoutes } from "../../../src/channels/description/routes.ts";

const routes = createDescriptionRoutes();

function get(path: string, headers: Record<string, string> = {}) {
  return routes.request(`https://bot.example.org${path}`, { headers });
}

describe("GET /openapi.json", () => {
  it("gives the document to pages of any site", async () => {
    const response = await get("/openapi.json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({ openapi: "3.1.1" });
  });

  it.each(["/openapi.json", "/docs"])(
    "sends nothing to whoever has this version of %s",
    async (path) => {
      const first = await get(path);
      const tag = first.headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[\w-]+"$/);
      for (const known of [tag, `W/${tag}`, `"another", ${tag}`, "*"]) {
        const again = await get(path, { "if-none-match": known });
        expect(again.status).toBe(304);
        expect(await again.text()).toBe("");
      }
      const outdated = await get(path, { "if-none-match": '"another"' });
      expect(outdated.status).toBe(200);
    },
  );
});

describe("GET /docs", () => {
  it.each([
    ["", "", "en"],
    ["", "zh-CN,zh;q=0.9,en;q=0.8", "zh"],
    ["", "en;q=0.5, zh;q=0.9", "zh"],
    ["", "de, en;q=0.7, zh;q=0.3", "en"],
    ["", "zh;q=0", "en"],
    ["", "fr", "en"],
    ["?lang=zh", "en", "zh"],
    ["?lang=en", "zh", "en"],
    ["?lang=fr", "zh", "en"],
  ])("is, for %j and %j, in %s", async (query, accept, language) => {
    const response = await get(`/docs${query}`, { "accept-language": accept });
    expect(response.headers.get("content-language")).toBe(language);
    expect(response.headers.get("vary")).toBe("accept-language");
    expect(await response.text()).toContain(`<html lang="${language}">`);
  });

  it("may run its own style and script, and nothing else", async () => {
    const response = await get("/docs");
    const policy = response.headers.get("content-security-policy") ?? "";
    const page = await response.text();
    const hashOf = (tag: string) => {
      const [, content = ""] =
        new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page) ?? [];
      const sum = createHash("sha256").update(content).digest("base64");
      return `'sha256-${sum}'`;
    };
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain(`style-src ${hashOf("style")}`);
    expect(policy).toContain(`script-src ${hashOf("script")}`);
    expect(page).not.toMatch(/\sstyle=|\son\w+=|\ssrc=/);
  });

  it("shows examples for the deployment that is asked", async () => {
    const page = await (await get("/docs")).text();
    expect(page).toContain("curl https://bot.example.org/v1/messages");
    expect(page).not.toContain("parley.example.com");
  });

  it("writes a host's name as text", async () => {
    const response = await routes.request("https://a&b$&.example/docs");
    const page = await response.text();
    expect(page).toContain("curl https://a&amp;b$&amp;.example/v1/messages");
  });
});
