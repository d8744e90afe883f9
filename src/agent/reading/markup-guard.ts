import { REASONING_TAG, SPECIAL_TOKEN } from "./clean-reply.ts";
import { ANY_MARKUP } from "./tidy-markup.ts";

/**
 * A model's own markup, or an object that may be an action: ends the answer, or
 * shows that it is none.
 */
const STOP = new RegExp(
  [
    REASONING_TAG.source,
    SPECIAL_TOKEN.source,
    ANY_MARKUP,
    /<\/?(?:s|action(?:_input)?|observation)>|\[\/?TOOL_CALLS?\]|\[tool[_ ]call\b|```tool_code/
      .source,
    /\{\s{0,99}(?:["'“‘`＂](?:action|tool|thought|function|final|command|calls?|name|type|id)|(?:action|tool|thought|function)\w{0,20}\s{0,9}[:：])/
      .source,
  ].join("|"),
  "i",
);
const MARK = /[<＜[◁{`]/;
/** Possible beginnings of these, including the fence around an object. */
const BEGINNINGS = [
  /(?:[<＜][ \t]?\/?[ \t]?(?:[\w:]{0,41}|[|｜]{1,2}(?:[\w▁.:/-]{0,41}|(?<=｜)[a-z]+(?: [a-z]*){1,3}|[ \t](?:[A-Z]{0,20}|(?<=[<＜] [|｜]{1,2} )[\w▁]{0,41}))[ \t]?(?:[|｜]{1,2}[ \t]?[\w:]{0,21})?)|\[\/?\w{0,11}|◁\/?\w{0,9}|\{\s{0,99}(?:["'“‘`＂]\w{0,12}|\w{0,30}\s{0,9})?)$/,
  /`[`\s]{0,30}(?:j|js|jso|json|(?<=```)t\w{0,8})?[`\s]{0,9}$/,
];
const MAX_BEGINNING = 200;

/**
 * Passes a streamed answer through, up to a possible end. `kept`: text held
 * back because it matches, or may match.
 */
export function createMarkupGuard(): (piece: string) => {
  readonly clear: string;
  readonly kept: string;
  readonly isStop: boolean;
} {
  let kept = "";
  return (piece) => {
    const text = kept + piece;
    const stop = MARK.test(text) ? text.search(STOP) : -1;
    const start = findBeginning(text, stop === -1 ? text.length : stop);
    kept = text.slice(start);
    return { clear: text.slice(0, start), kept, isStop: stop !== -1 };
  };
}

function findBeginning(text: string, end: number): number {
  let start = end;
  if (MARK.test(text))
    for (const beginning of BEGINNINGS) {
      const tail = Math.max(0, start - MAX_BEGINNING);
      const index = text.slice(tail, start).search(beginning);
      if (index !== -1) start = tail + index;
    }
  return start;
}
