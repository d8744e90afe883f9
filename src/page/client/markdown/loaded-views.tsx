import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Code, Formula } from "../../../document/document.ts";
import { texts } from "../current-texts.ts";
import { CopyButton, ScrollBox } from "../parts/elements.tsx";
import { createOnDemand } from "../parts/on-demand.ts";

const findHighlighter = createOnDemand(() => import("./highlight.ts"));
const findTypesetter = createOnDemand(() => import("./typeset.ts"));

/**
 * A code block with its language and a copy button. Highlighted once the
 * highlighter is loaded.
 */
export function CodeView({ info, text }: Code) {
  const { code, copy, copied, copyCode } = texts.value;
  const language = info?.split(/\s/)[0] ?? "";
  const highlighter = language === "" ? undefined : findHighlighter();
  const runs = useMemo(
    () => highlighter?.highlight(text, language.toLowerCase()),
    [highlighter, text, language],
  ) ?? [{ text, className: "" }];
  return (
    <figure class="code">
      <figcaption>
        <span>{language || code}</span>
        <CopyButton text={text} label={copy} name={copyCode} copied={copied} />
      </figcaption>
      <pre tabindex={0} role="group" aria-label={code}>
        <code>
          {runs.map((run) =>
            run.className === "" ? (
              run.text
            ) : (
              <span class={run.className}>{run.text}</span>
            ),
          )}
        </code>
      </pre>
    </figure>
  );
}

/**
 * A formula; its TeX source until the typesetter is loaded, or if that cannot
 * parse it.
 */
export function FormulaView({ source, tex, isDisplay }: Formula) {
  const place = useRef<HTMLSpanElement>(null);
  const typesetter = findTypesetter();
  const math = useMemo(
    () => typesetter?.typeset(tex, { isDisplay }),
    [typesetter, tex, isDisplay],
  );
  useLayoutEffect(() => {
    if (math !== undefined) place.current?.append(math);
    return () => math?.remove();
  }, [math]);
  const formula = (
    <span ref={place}>
      {math === undefined && <code class="tex">{source}</code>}
    </span>
  );
  if (!isDisplay) return formula;
  return (
    <ScrollBox class="formula" aria-label={texts.value.formula}>
      {formula}
    </ScrollBox>
  );
}
