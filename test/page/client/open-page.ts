import { h } from "preact";
import {
  startFakeWebServer,
  type FakeBehaviour,
} from "../../browser/fake-web-server.ts";
import { openBrowserPage, readAloud } from "./browser-page.ts";

/** The page in a browser that draws nothing, with a scripted server. */
export async function openPage(behaviour: Partial<FakeBehaviour>) {
  const server = Object.assign(await startFakeWebServer(), behaviour);
  const { tools, takes } = server;
  const bot = { name: "Ada", examples: [], tools, takes, suggests: true };
  const fetched = fetch;
  const page = openBrowserPage({
    metas: { 'meta[name="parley-bot"]': bot },
    fetch: (path, call) => fetched(new URL(path, server.url), call),
  });
  const { find, document } = page;
  const { App } = await import("../../../src/page/client/view/app.tsx");
  const state = await import("../../../src/page/client/state/page-state.ts");
  page.draw(h(App, {}));
  state.startPage();
  return {
    ...state,
    ...page,
    server,
    /** Chooses from the menu of a conversation. */
    choose(title: string, item: string) {
      const { parentNode: place } = find(`Actions for ${title}`);
      find(item, place ?? document.body).fire("click");
    },
    key: (name: string, key: string, event: object = {}) =>
      find(name).fire("keydown", { key, ...event }),
    /** What a reader of the element with this id sees or hears. */
    shown(id: string) {
      const element = document.getElementById(id);
      return element === null ? "" : readAloud(element);
    },
    /** The box in which a title is changed. */
    titleBox: () =>
      document
        .getElementById("conversations")
        ?.find(({ localName }) => localName === "input"),
    async close() {
      await page.close();
      await server.close();
    },
  };
}
