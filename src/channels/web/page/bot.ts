import { type Bot, parseJson, parseBot } from "./wire.ts";

let found: Bot | undefined;

export function findBot(): Bot {
  found ??= parseBot(readMeta("parley-bot"));
  return found;
}

/** What the server has put into the page under that name; `undefined` where there is nothing. */
export function readMeta(name: string): unknown {
  const meta = document.querySelector(`meta[name="${name}"]`);
  return parseJson(meta?.getAttribute("content") ?? "");
}
