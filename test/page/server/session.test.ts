import { describe, expect, it } from "vitest";
import { createSessions } from "../../../src/page/server/web-access.ts";
import { DEPLOYMENT_SECRET } from "../../fixtures/secrets.ts";
import { recordAttack } from "../../security/record-attack.ts";

const HTTPS = "https://parley.example/web/conversation";
const LOCAL = "http://localhost:8787/web/conversation";
const sessions = createSessions({ secret: DEPLOYMENT_SECRET });

const request = (cookie = "", url = HTTPS) =>
  new Request(url, { headers: { cookie } });

/** A new session: the cookie as the browser sends it, and its attributes. */
async function open(url = HTTPS) {
  const header = await sessions.create(request("", url));
  const [cookie = "", ...attributes] = header.split("; ");
  return { cookie, attributes };
}

const visitorOf = async (cookie: string, url?: string) =>
  (await sessions.find(request(cookie, url)))?.visitor;

describe("a session", () => {
  it("has a conversation whose name does not reveal it", async () => {
    const { cookie } = await open();
    const conversation = await visitorOf(`a=b; ${cookie}`);
    expect(conversation).toMatch(/^web:[0-9a-f]{32}$/);
    expect(await visitorOf(cookie)).toBe(conversation);
    expect(await visitorOf((await open()).cookie)).not.toBe(conversation);
    expect(cookie).not.toContain(conversation?.slice(4));
  });

  it("has unique names for its conversations", async () => {
    const names = [];
    for (const { cookie } of [await open(), await open()]) {
      const session = await sessions.find(request(cookie));
      for (const number of [0, 1, 47])
        names.push(await session?.conversationName(number));
    }
    expect(new Set(names).size).toBe(6);
  });

  it("cannot be forged", async () => {
    const { cookie } = await open();
    const [name, id = "", signature = ""] = cookie.split(/[=.]/);
    const other = (await open()).cookie.split(".")[1];
    const forged = [
      "",
      id,
      `${id}.`,
      `${id}.${"0".repeat(64)}`,
      `${id}.${other}`,
      `${id}.${signature.slice(1)}`,
      `${id.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))}.${signature}`,
      `${crypto.randomUUID()}.${signature}`,
      `${id}.${signature}.${signature}`,
      `.${signature}`,
    ];
    for (const value of forged)
      expect(await sessions.find(request(`${name}=${value}`)), value).toBe(
        undefined,
      );
  });

  it("of another deployment is rejected", async () => {
    const others = createSessions({ secret: "another" });
    expect(await others.find(request((await open()).cookie))).toBeUndefined();
  });
});

describe("the cookie of a session", () => {
  it("is limited to this host and https, and hidden from scripts and other sites", async () => {
    const { cookie, attributes } = await open();
    expect(cookie).toMatch(/^__Host-parley_session=/);
    expect(attributes).toEqual([
      "Path=/",
      "HttpOnly",
      "SameSite=Strict",
      "Max-Age=31536000",
      "Secure",
    ]);
  });

  it("has no prefix over http on localhost", async () => {
    const { cookie, attributes } = await open(LOCAL);
    expect(cookie).toMatch(/^parley_session=/);
    expect(attributes).not.toContain("Secure");
    expect(await visitorOf(cookie, LOCAL)).toMatch(/^web:/);
  });

  it("is not read over https without the prefix, as a sibling domain could set it", async ({
    task,
  }) => {
    const { cookie } = await open();
    const plain = cookie.replace("__Host-", "");
    const found = await sessions.find(request(plain));
    const got = found === undefined ? 0 : 1;
    recordAttack(task, "fixedSession", { got, allowed: 0 });
  });

  it("is not read over http from other hosts", async () => {
    const { cookie } = await open();
    const url = "http://parley.example/web/conversation";
    for (const name of [cookie, cookie.replace("__Host-", "")])
      expect(await sessions.find(request(name, url))).toBeUndefined();
  });
});
