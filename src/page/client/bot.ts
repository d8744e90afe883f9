import type { PageBot } from "../../types/page.ts";
import { parseJson, readAs } from "./parts/read-body.ts";

const BOT: PageBot = {
  name: "",
  examples: [""],
  tools: [""],
  takes: { images: false, speech: false },
  suggests: false,
};

let found: PageBot | undefined;

export function findBot(): PageBot {
  found ??= readAs(BOT, readMeta("parley-bot"));
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
