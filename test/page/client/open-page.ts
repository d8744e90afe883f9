import { h, render } from "preact";
import { vi } from "vitest";
import {
  startFakeWebServer,
  type FakeBehaviour,
} from "../../browser/fake-web-server.ts";
import { createReader, fire, readAloud, stubBrowser } from "./browser-page.ts";

/** The page in a browser that draws nothing, with a scripted server. */
export async function openPage(behaviour: Partial<FakeBehaviour>) {
  const server = Object.assign(await startFakeWebServer(), behaviour);
  const { tools, takes } = server;
  const { body } = stubBrowser();
  const meta = document.createElement("meta");
  meta.name = "parley-bot";
  meta.content = JSON.stringify({
    name: "Ada",
    examples: [],
    tools,
    takes,
    suggests: true,
  });
  document.head.append(meta);
  const fetched = fetch;
  vi.stubGlobal("fetch", (path: string, call: RequestInit) =>
    fetched(new URL(path, server.url), call),
  );
  vi.stubGlobal("setInterval", () => {});
  const { App } = await import("../../../src/page/client/view/app.tsx");
  const state = await import("../../../src/page/client/state/page-state.ts");
  render(h(App, {}), body);
  state.startPage();

  const reader = createReader(body);
  const { find } = reader;
  return {
    ...state,
    ...reader,
    server,
    /** Chooses from the menu of a conversation. */
    choose(title: string, item: string) {
      const { parentElement } = find(`Actions for ${title}`);
      find(item, parentElement ?? body).click();
    },
    key: (name: string, key: string, event: object = {}) =>
      fire(find(name), "keydown", { key, ...event }),
    /** What a reader of the element with this id sees or hears. */
    shown(id: string) {
      const element = document.getElementById(id);
      return element === null ? "" : readAloud(element);
    },
    /** The box in which a title is changed. */
    titleBox: () =>
      document.querySelector<HTMLInputElement>("#conversations li input"),
    async close() {
      await reader.close();
      await server.close();
    },
  };
}
