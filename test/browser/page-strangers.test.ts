import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it, send } from "./chat-page.ts";

const HOST = "https://challenges.example";
const WIDGET = {
  service: "turnstile",
  script: `${HOST}/api.js?render=explicit`,
  siteKey: 'a "site" key',
  sources: HOST,
};

/** A fake service: a button that returns a token. */
const SCRIPT = `globalThis.turnstile = {
  render(container, { sitekey, callback }) {
    const button = document.createElement("button");
    button.textContent = "I am human: " + sitekey;
    button.addEventListener("click", () => callback("t0ken"));
    container.append(button);
  },
};`;

const serve = (page: Page) =>
  page.route(`${HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
  );

describe("a new visitor", () => {
  it("starts with an empty conversation", async ({ server, openPage }) => {
    server.hasStrangers = true;
    const page = await openPage();
    await page.getByText("What would you like to know?").waitFor();
    expect(server.requestsTo("POST /web/session")).toEqual([{}]);
    await send(page, "Hi");
    await page.getByText("You said: Hi").waitFor();
  });

  it("passes the configured human check", async ({ server, openPage }) => {
    server.hasStrangers = true;
    server.widget = WIDGET;
    const page = await openPage({ otherHost: HOST, prepare: serve });
    await page.getByText("confirm that you are human").waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
    await page.getByText('I am human: a "site" key').click();
    await page.getByText("What would you like to know?").waitFor();
    expect(server.requestsTo("POST /web/session")).toEqual([
      { token: "t0ken" },
    ]);
  });

  it("can retry if the service is unreachable, with a notice in either language", async ({
    server,
    openPage,
  }) => {
    server.hasStrangers = true;
    server.widget = WIDGET;
    const page = await openPage({
      otherHost: HOST,
      mayFail: true,
      prepare: (opening) =>
        opening.route(`${HOST}/**`, (route) => route.abort()),
    });
    await page.getByText("The check of new visitors could not").waitFor();
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByText("验证加载不出来").waitFor();
    await page.unroute(`${HOST}/**`);
    await serve(page);
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByText("I am human").waitFor();
    expect(server.requestsTo("POST /web/session")).toEqual([]);
  });

  it("loads nothing from a service that is not configured", async ({
    server,
    openPage,
  }) => {
    server.hasStrangers = true;
    const page = await openPage();
    await page.getByRole("textbox").waitFor();
    const policy = (await page.request.get(server.url)).headers()[
      "content-security-policy"
    ];
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain("frame-src");
  });
});
