import { parseBot, parseJson, type Bot } from "./wire.ts";

let found: Bot | undefined;

export function findBot(): Bot {
  found ??= parseBot(readMeta("parley-bot"));
  return found;
}

/**
 * Reads the JSON that the server has put into a `<meta>` element; `undefined`
 * if there is none.
 */
export function readMeta(name: string): unknown {
  const meta = document.querySelector(`meta[name="${name}"]`);
  return parseJson(meta?.getAttribute("content") ?? "");
}
