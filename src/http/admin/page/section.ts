import type { ReportPart, State } from "./describe-report.ts";
import type { Values } from "./markup.ts";
import type { Answer } from "./setup-api.ts";
import type { Language, Texts } from "./texts.ts";
import { create, write, type Child } from "./write.ts";

/**
 * Texts in the reader's language, and how to set variables on this platform.
 */
export interface Words {
  readonly texts: Texts;
  readonly language: Language;
  readonly setText: string;
}

export function paragraph(
  { setText }: Words,
  text: string,
  { values = {}, look = "" }: { values?: Values; look?: string } = {},
): HTMLParagraphElement {
  return create(
    "p",
    { class: look !== "" && look },
    write(text, { values, setText }),
  );
}

export function complaint(words: Words, detail: string): HTMLElement {
  return paragraph(words, "{detail}", { values: { detail }, look: "bad" });
}

export function refusal(
  words: Words,
  answer: Exclude<Answer<unknown>, { kind: "ok" }>,
): HTMLElement {
  return complaint(
    words,
    answer.kind === "refused" ? answer.detail : words.texts.unreachable,
  );
}

/** A section, with its state in words and not only in colour. */
export function section(
  { texts }: Words,
  {
    title,
    state,
    content,
  }: { title: string; state?: State; content: readonly Child[] },
): HTMLElement {
  return create("section", {}, [
    create("h2", {}, [
      title,
      state !== undefined &&
        create("span", { class: `state ${state}` }, [texts[state]]),
    ]),
    ...content,
  ]);
}

/** @param more below its lines */
export function showPart(
  words: Words,
  { title, state, lines }: ReportPart,
  ...more: readonly Child[]
): HTMLElement {
  const paragraphs = lines.map(({ text, values = {}, isBad }) =>
    paragraph(words, text, { values, look: isBad ? "bad" : "" }),
  );
  return section(words, { title, state, content: [...paragraphs, ...more] });
}

/** A form that shows and announces its result below. */
export function action(
  { texts }: Words,
  {
    label,
    busy,
    field,
    isPrimary = false,
    run,
  }: {
    label: string;
    /** Shown while it runs. */
    busy: string;
    field?: {
      readonly label: string;
      readonly value: string;
      readonly type?: string;
    };
    isPrimary?: boolean;
    /** Returns the result to show. */
    run: (value: string) => Promise<readonly Node[]>;
  },
): HTMLElement {
  const input = create("input", {
    type: field?.type ?? "text",
    required: "",
    maxlength: "500",
    value: field?.value ?? "",
    autocomplete: "off",
  });
  const button = create("button", { class: isPrimary && "primary" }, [label]);
  const result = create("div", { role: "status" });
  const row = create("div", { class: "row" }, [
    field !== undefined && input,
    button,
  ]);
  const form = create("form", {}, [
    field === undefined ? row : create("label", {}, [field.label, row]),
    result,
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-disabled") === "true") return;
    // Not `disabled`, which would lose the keyboard focus.
    button.setAttribute("aria-disabled", "true");
    result.replaceChildren(create("p", {}, [busy]));
    void (async () => {
      const nodes = await run(input.value).catch(() => [
        create("p", { class: "bad" }, [texts.unreachable]),
      ]);
      result.replaceChildren(...nodes);
      button.removeAttribute("aria-disabled");
    })();
  });
  return form;
}
