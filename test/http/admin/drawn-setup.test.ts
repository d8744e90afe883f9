import { h, render } from "preact";
import { expect, it } from "vitest";
import {
  createReader,
  readAloud,
  stubBrowser,
} from "../../page/client/browser-page.ts";

it("a form of /setup that fails says so, and can be sent again", async () => {
  const { body } = stubBrowser();
  const page = createReader(body);
  const { Action } = await import("../../../src/http/admin/page/elements.tsx");
  const run = () => Promise.reject(new TypeError("not an answer of ours"));
  render(h(Action, { label: "Ask", busy: "Asking…", run }), body);
  page.submit("Ask");
  await expect
    .poll(() => readAloud(body))
    .toMatch(/^\[Ask\] .*does not answer/);
  await page.close();
});
