import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

// Loaded on demand: see `render-code.ts`.

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(LANGUAGES))
  hljs.registerLanguage(name, language);
hljs.registerAliases(["shell", "console"], { languageName: "bash" });

/** A run of code with one style. */
interface CodeRun {
  readonly text: string;
  /** Classes of highlight.js; empty for plain code. */
  readonly className: string;
}

/** Longer code would block the page while it is streamed. */
const MAX_LENGTH = 20_000;

/**
 * Splits code into runs, whose texts add up to the code. `undefined` for
 * unknown languages and very long code.
 */
export function highlight(
  code: string,
  language: string,
): readonly CodeRun[] | undefined {
  if (code.length > MAX_LENGTH || hljs.getLanguage(language) === undefined)
    return undefined;
  const { value } = hljs.highlight(code, { language, ignoreIllegals: true });
  return toRuns(value);
}

/**
 * Parses the library's HTML: escaped text, and nested `span` elements with a
 * class.
 */
function toRuns(html: string): readonly CodeRun[] {
  const open: string[] = [];
  return html
    .split(/(<span class="[^"]*">|<\/span>)/)
    .flatMap((piece): CodeRun[] => {
      const [, className] = /^<span class="([^"]*)">$/.exec(piece) ?? [];
      if (className !== undefined) open.push(className);
      else if (piece === "</span>") open.pop();
      else if (piece !== "")
        return [{ text: unescape(piece), className: open.at(-1) ?? "" }];
      return [];
    });
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function unescape(text: string): string {
  return text.replaceAll(
    /&(?:amp|lt|gt|quot|#x27);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );
}
