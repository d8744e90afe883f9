import { type Bot, parseJson, parseBot } from "./wire.ts";

let found: Bot | undefined;

export function findBot(): Bot {
  found ??= readBot();
  return found;
}

function readBot(): Bot {
  const meta = document.querySelector('meta[name="parley-bot"]');
  return parseBot(parseJson(meta?.getAttribute("content") ?? ""));
}
