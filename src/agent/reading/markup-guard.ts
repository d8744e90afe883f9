import { REASONING_TAG, SPECIAL_TOKEN } from "./clean-reply.ts";

/** Markup of the model's own, and an object that may contain an action: where the answer may end, or be none. */
const STOP = new RegExp(
  [
    REASONING_TAG.source,
    SPECIAL_TOKEN.source,
    /<\/?(?:\w{1,20}:)?(?:s|tool_call|function_calls?|action(?:_input)?|tool_(?:name|input)|observation)>|<(?:｜DSML｜|\w{1,20}:)?(?:invoke|function)[\s=]|\[TOOL_CALLS\]|```tool_code/
      .source,
    /\{\s{0,99}(?:["'“‘`＂](?:action|tool|thought|function|final|command|calls?|name|type|id)|(?:action|tool|thought|function)\w{0,20}\s{0,9}[:：])/
      .source,
  ].join("|"),
  "i",
);
const MARK = /[<[◁{`]/;
/** What may become one when more text comes, and the fence around it. */
const BEGINNINGS = [
  /(?:<\/?(?:[|｜]?[\w▁:]{0,41}){0,2}[|｜]?|\[\/?\w{0,11}|◁\/?\w{0,9}|\{\s{0,99}(?:["'“‘`＂]\w{0,12}|\w{0,30}\s{0,9})?)$/,
  /`[`\s]{0,30}(?:j|js|jso|json|(?<=```)t\w{0,8})?[`\s]{0,9}$/,
];
const MAX_BEGINNING = 200;

/** Lets an answer through that comes in pieces, up to what may end it. `kept`: what may begin there, or does. */
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
