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

describe("a rejected visitor", () => {
  const refuse = (slug: string, status = 429) => ({
    status,
    slug,
    title: `The title of ${slug}.`,
    detail: `The detail of ${slug}.`,
  });

  it.for([
    ["too-many-sessions", "你所在的网络新来的访客太多了"],
    ["challenge-failed", "没有通过验证"],
    ["challenge-unavailable", "暂时不能接待新访客"],
  ] as const)(
    "sees the reason in either language: %s",
    async ([slug, chinese], { server, openPage }) => {
      server.problem = refuse(slug, 403);
      const page = await openPage({ mayFail: true });
      await page.getByText(`The detail of ${slug}.`).waitFor();
      await page.getByRole("button", { name: "中文" }).click();
      await page.getByText(chinese).waitFor();
    },
  );

  it.for([
    ["too-many-messages-from-network", "请过一分钟再发"],
    ["too-many-streams", "请关掉本页的其他标签页"],
  ] as const)(
    "sees why a message failed, in either language, and can resend it: %s",
    async ([slug, chinese], { server, openPage }) => {
      const page = await openPage({ mayFail: true });
      await page.getByRole("textbox").waitFor();
      server.problem = refuse(slug);
      await send(page, "Hi");
      await page.getByText(`The detail of ${slug}.`).waitFor();
      await page.getByRole("button", { name: "中文" }).click();
      await page.getByText(chinese).waitFor();
      server.problem = undefined;
      await page.getByRole("button", { name: "重新发送" }).click();
      await page.getByText("You said: Hi").waitFor();
    },
  );

  it("sees how long to wait after too many wrong passwords, in either language", async ({
    server,
    openPage,
  }) => {
    server.password = "open sesame";
    const page = await openPage({ mayFail: true });
    await page.getByLabel("Password").fill("guess");
    server.problem = refuse("too-many-guesses");
    await page.keyboard.press("Enter");
    const alert = page.getByRole("alert");
    await alert.getByText("The detail of too-many-guesses.").waitFor();
    await page.getByRole("button", { name: "中文" }).click();
    await alert.getByText("请过十分钟再试").waitFor();
  });
});
