import { h, render } from "preact";
import { vi } from "vitest";
import {
  createReader,
  readAloud,
  stubBrowser,
} from "../../page/client/browser-page.ts";
import { ORIGIN, setUpConsole } from "./set-up-console.ts";

/** Answers in the console's place. */
type Answer = (call: RequestInit) => Response | Promise<Response>;

/** The console in a browser that draws nothing, over conversations in memory. */
export async function openConsole() {
  const setup = setUpConsole();
  const app = setup.create();
  const answers: Record<string, Answer | undefined> = {};
  const ticks: (() => void)[] = [];
  let cookie = "";
  const { body } = stubBrowser();
  vi.stubGlobal("setInterval", (tick: () => void) => ticks.push(tick));
  vi.stubGlobal("fetch", async (path: string, call: RequestInit) => {
    const answer = answers[path];
    if (answer) return answer(call);
    const headers = new Headers(call.headers);
    headers.set("cookie", cookie);
    headers.set("sec-fetch-site", "same-origin");
    const response = await app.request(ORIGIN + path, { ...call, headers });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return response;
  });
  // Another file has left the page elsewhere, in its own browser.
  vi.resetModules();
  const { App } = await import("../../../src/http/console/page/app.tsx");
  const session = await import("../../../src/http/console/page/session.ts");
  const { place } = await import("../../../src/http/console/page/place.ts");
  const { language } =
    await import("../../../src/page/client/parts/language.tsx");
  render(h(App, {}), body);
  return {
    ...setup,
    ...session,
    ...createReader(body),
    place,
    language,
    /** By path. */
    answers,
    /** Ten seconds pass. */
    tick() {
      for (const tick of ticks) tick();
    },
    /** What is read aloud below the navigation, without times. */
    read: () =>
      readAloud(body)
        .replaceAll(/\d+\/\d+\/\d+,? \d+:\d+:\d+(?:\s[AP]M)?/g, "T")
        .replace(/^.*\[(?:Sign out|退出)\] /, ""),
  };
}
