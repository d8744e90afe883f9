import hljs from "highlight.js/lib/common";

// Loaded on demand: see `loaded-views.tsx`.

hljs.registerAliases(["console"], { languageName: "bash" });

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
  return text.replaceAll(/&[\w#]+;/g, (entity) => ENTITIES[entity] ?? entity);
}
