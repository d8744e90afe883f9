import { describe, expect, it } from "vitest";
import { writeCookie } from "../../../src/http/cookies.ts";
import { createWebAccess } from "../../../src/page/server/web-access.ts";
import { DEVELOPMENT_TOKEN } from "../../fixtures/development-token.ts";
import { DEPLOYMENT_SECRET, PAGE_PASSWORD } from "../../fixtures/secrets.ts";

type Mode = "local" | "password" | "public" | "off";

const accessFor = (mode: Mode, password = PAGE_PASSWORD) =>
  createWebAccess({
    mode,
    password: mode === "password" ? password : undefined,
    secret: DEPLOYMENT_SECRET,
    developmentToken: mode === "local" ? DEVELOPMENT_TOKEN : undefined,
  });

const visit = (url = "https://parley.example/", cookie = "") =>
  new Request(url, { headers: { cookie } });

/** A request by a visitor who has logged in. */
async function visitAgain(): Promise<Request> {
  const header = await accessFor("password").login(visit(), PAGE_PASSWORD);
  const [cookie = ""] = header?.split(";") ?? [];
  return visit(undefined, `other=1; ${cookie}`);
}

describe("createWebAccess", () => {
  it.each([
    ["public", "https://parley.example/", undefined],
    ["off", "http://localhost:8787/", "web-chat-off"],
    ["local", "http://localhost:8787/", "link-required"],
    ["password", "https://parley.example/", "password-required"],
  ] as const)("%s, at %s: %s", async (mode, url, problem) => {
    expect((await accessFor(mode).check(visit(url)))?.slug).toBe(problem);
  });

  it("admits visitors who have followed the link, by a cookie that does not reveal the token", async () => {
    const access = accessFor("local");
    const link = (token: string) =>
      visit(`http://localhost:8787/?token=${token}`);
    for (const token of ["", "x", DEVELOPMENT_TOKEN.slice(1)])
      expect(await access.followLink(link(token))).toBeUndefined();
    const cookie = (await access.followLink(link(DEVELOPMENT_TOKEN))) ?? "";
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; /);
    expect(cookie).not.toContain(DEVELOPMENT_TOKEN);
    const [pair = ""] = cookie.split(";");
    const returning = visit("http://localhost:8787/", pair);
    expect(await access.check(returning)).toBeUndefined();
    const other = createWebAccess({
      mode: "local",
      password: undefined,
      secret: DEPLOYMENT_SECRET,
      developmentToken: DEVELOPMENT_TOKEN.toUpperCase(),
    });
    expect((await other.check(returning))?.slug).toBe("link-required");
    for (const wrong of [`${pair}0`, "parley_link=", "other=1"])
      expect(
        (await access.check(visit("http://localhost:8787/", wrong)))?.slug,
      ).toBe("link-required");
  });

  it("has no link without a token", async () => {
    const link = visit("https://parley.example/?token=");
    for (const mode of ["public", "off"] as const)
      expect(await accessFor(mode).followLink(link)).toBeUndefined();
    const local = createWebAccess({
      mode: "local",
      password: undefined,
      secret: DEPLOYMENT_SECRET,
    });
    expect(await local.followLink(link)).toBeUndefined();
    expect((await local.check(link))?.slug).toBe("link-required");
  });

  it("admits visitors who know the password, until it changes", async () => {
    const access = accessFor("password");
    expect(await access.login(visit(), "wrong")).toBeUndefined();
    const returning = await visitAgain();
    expect(await access.check(returning)).toBeUndefined();
    const changed = accessFor("password", "battery staple");
    expect((await changed.check(returning))?.slug).toBe("password-required");
  });

  it("recognises the browser after the password has changed", async () => {
    const changed = accessFor("password", "battery staple");
    const device = await changed.findDevice(await visitAgain());
    expect(device).toMatch(/^[0-9a-f-]{36}$/);
    expect(await changed.findDevice(visit())).toBeUndefined();
    const forged = `__Host-parley_access=${device}.${"0".repeat(64)}.x`;
    expect(await changed.findDevice(visit(undefined, forged))).toBeUndefined();
  });

  it("keeps the browser's id when it logs out and in again", async () => {
    const access = accessFor("password");
    const returning = await visitAgain();
    const [cookie] = access.logout(returning).split(";");
    const left = visit(undefined, cookie);
    expect((await access.check(left))?.slug).toBe("password-required");
    expect(await access.findDevice(left)).toBe(
      await access.findDevice(returning),
    );
    const header = await access.login(returning, PAGE_PASSWORD);
    const device = await access.findDevice(returning);
    expect(header).toContain(`__Host-parley_access=${device}.`);
  });

  it("reveals nothing that helps to guess the password", async () => {
    const other = createWebAccess({
      mode: "password",
      password: PAGE_PASSWORD,
      secret: "another",
    });
    expect((await other.check(await visitAgain()))?.slug).toBe(
      "password-required",
    );
  });

  it("rejects every login if no password is set", async () => {
    expect(await accessFor("off").login(visit(), "")).toBeUndefined();
    expect(await accessFor("public").login(visit(), "")).toBeUndefined();
  });
});

it.each([
  ["https://parley.example/", false, "__Host-a=b", "Strict", "; Secure"],
  ["http://localhost:8787/", false, "a=b", "Strict", ""],
  // Browsers refuse SameSite=None without Secure.
  ["http://localhost:8787/", true, "a=b", "None", "; Secure; Partitioned"],
])(
  "writes cookies that browsers keep: %s, framed: %s",
  (url, isFramed, pair, site, end) => {
    expect(writeCookie(visit(url), { name: "a", value: "b", isFramed })).toBe(
      `${pair}; Path=/; HttpOnly; SameSite=${site}; Max-Age=31536000${end}`,
    );
  },
);
