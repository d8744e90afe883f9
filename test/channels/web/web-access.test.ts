import { describe, expect, it } from "vitest";
import { createWebAccess } from "../../../src/channels/web/web-access.ts";
import { DEPLOYMENT_SECRET, PAGE_PASSWORD } from "../../fixtures/secrets.ts";

type Mode = "local" | "password" | "public" | "off";

const accessFor = (mode: Mode, password = PAGE_PASSWORD) =>
  createWebAccess({
    mode,
    password: mode === "password" ? password : undefined,
    secret: DEPLOYMENT_SECRET,
  });

const visit = (url = "https://parley.example/", cookie = "") =>
  new Request(url, { headers: { cookie } });

/** A visit by somebody who has logged in. */
async function visitAgain(): Promise<Request> {
  const header = await accessFor("password").login(visit(), PAGE_PASSWORD);
  const [cookie = ""] = header?.split(";") ?? [];
  return visit(undefined, `other=1; ${cookie}`);
}

describe("createWebAccess", () => {
  it.each([
    ["public", "https://parley.example/", undefined],
    ["off", "http://localhost:8787/", "web-chat-off"],
    ["local", "http://localhost:8787/", undefined],
    ["local", "http://127.0.0.1:8787/", undefined],
    ["local", "http://[::1]:8787/", undefined],
    ["local", "http://parley.example/", "web-chat-off"],
    ["local", "http://localhost.evil.example/", "web-chat-off"],
    ["local", "http://127.0.0.1.evil.example/", "web-chat-off"],
    ["password", "https://parley.example/", "password-required"],
  ] as const)("%s, at %s: %s", async (mode, url, problem) => {
    expect((await accessFor(mode).check(visit(url)))?.slug).toBe(problem);
  });

  it("is not fooled by a page from elsewhere that names this machine", async () => {
    const headers = { origin: "https://evil.example" };
    const posted = new Request("http://localhost:8787/", { headers });
    expect((await accessFor("local").check(posted))?.slug).toBe("web-chat-off");
    const own = { origin: "http://localhost:8787" };
    const ours = new Request("http://localhost:8787/", { headers: own });
    expect(await accessFor("local").check(ours)).toBeUndefined();
  });

  it("lets in who knows the password, until it is changed", async () => {
    const access = accessFor("password");
    expect(await access.login(visit(), "wrong")).toBeUndefined();
    const returning = await visitAgain();
    expect(await access.check(returning)).toBeUndefined();
    const changed = accessFor("password", "battery staple");
    expect((await changed.check(returning))?.slug).toBe("password-required");
  });

  it("knows the browser again when the password has changed", async () => {
    const changed = accessFor("password", "battery staple");
    const device = await changed.findDevice(await visitAgain());
    expect(device).toMatch(/^[0-9a-f-]{36}$/);
    expect(await changed.findDevice(visit())).toBeUndefined();
    const forged = `__Host-parley_access=${device}.${"0".repeat(64)}.x`;
    expect(await changed.findDevice(visit(undefined, forged))).toBeUndefined();
  });

  it("keeps the name of the browser when it logs in once more", async () => {
    const access = accessFor("password");
    const returning = await visitAgain();
    const header = await access.login(returning, PAGE_PASSWORD);
    const device = await access.findDevice(returning);
    expect(header).toContain(`__Host-parley_access=${device}.`);
  });

  it("gives away nothing by which the password could be found out", async () => {
    const other = createWebAccess({
      mode: "password",
      password: PAGE_PASSWORD,
      secret: "another",
    });
    expect((await other.check(await visitAgain()))?.slug).toBe(
      "password-required",
    );
  });

  it("lets nobody log in where there is no password", async () => {
    expect(await accessFor("off").login(visit(), "")).toBeUndefined();
    expect(await accessFor("public").login(visit(), "")).toBeUndefined();
  });
});
