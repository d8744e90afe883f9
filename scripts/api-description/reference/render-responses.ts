import {
  type DocumentView,
  type MediaTypeView,
  nameOf,
  type OperationView,
  type ResponseView,
} from "./document-view.ts";
import { html, type Html } from "./html.ts";
import { renderInline } from "./render-markdown.ts";
import { renderType } from "./render-schema.ts";
import type { ReferenceLanguage } from "./reference-language.ts";

interface Context {
  readonly document: DocumentView;
  readonly language: ReferenceLanguage;
}

const PROBLEM = "application/problem+json";

/** What an operation answers when all is well. */
export function renderAnswers(
  { responses }: OperationView,
  context: Context,
): Html {
  // Objects have "410" before "2XX", as they have whole numbers before all other names.
  const answers = Object.entries(responses)
    .filter(([, { content }]) => content?.[PROBLEM] === undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return html`<h4>${context.language.label("answers")}</h4>
    <dl class="fields">
      ${answers.map(([status, response]) =>
        renderAnswer(status, response, context),
      )}
    </dl>`;
}

function renderAnswer(
  status: string,
  { description, headers = {}, content = {} }: ResponseView,
  context: Context,
): Html {
  const { translate } = context.language;
  return html`<div>
    <dt><code class="status">${status}</code></dt>
    <dd>
      <p>${renderInline(translate(description))}</p>
      <ul>
        ${Object.entries(content).map(([type, media]) =>
          renderMediaType(type, media, context),
        )}
        ${Object.entries(headers)
          .filter(isTold)
          .map(([name, header]) => {
            const found =
              "$ref" in header
                ? context.document.components.headers[nameOf(header)]
                : header;
            return html`<li>
              <code>${name}</code>:
              ${renderInline(translate(found?.description ?? ""))}
            </li>`;
          })}
      </ul>
    </dd>
  </div>`;
}

/** Those of the rate limit are everywhere, and stand in the introduction. */
function isTold([name]: readonly [string, unknown]): boolean {
  return !name.startsWith("RateLimit-");
}

function renderMediaType(
  type: string,
  media: MediaTypeView,
  { language }: Context,
): Html {
  const { schema, "x-server-sent-events": events } = media;
  if (events === undefined)
    return html`<li><code>${type}</code>: ${renderType(schema, language)}</li>`;
  return html`<li>
    <code>${type}</code>:
    ${renderInline(language.translate(schema.description ?? ""))}
    <ul>
      ${Object.entries(events).map(
        ([name, reference]) =>
          html`<li>
            <code>${name}</code>: ${renderType(reference, language)}
          </li>`,
      )}
    </ul>
  </li>`;
}

/** What it answers when something is wrong, by status; each error leads to the list of all. */
export function renderProblems(
  { responses }: OperationView,
  { language }: Context,
): Html | undefined {
  const refusals = Object.entries(responses).flatMap(
    ([status, { content }]) => {
      const examples = content?.[PROBLEM]?.examples;
      return examples === undefined
        ? []
        : [{ status, names: Object.keys(examples) }];
    },
  );
  if (refusals.length === 0) return undefined;
  return html`<h4>${language.label("problems")}</h4>
    <ul class="problems">
      ${refusals.map(
        ({ status, names }) =>
          html`<li>
            <code class="status">${status}</code>
            ${names.map(
              (name) =>
                html` <a href="#error-${name}"><code>${name}</code></a>`,
            )}
          </li>`,
      )}
    </ul>`;
}

/** The list of all errors. */
export function renderErrorList({ document, language }: Context): Html {
  const { translate } = language;
  return html`<dl class="fields">
    ${Object.entries(document.components.examples).map(
      ([name, { summary, description = "", value }]) =>
        html`<div id="error-${name}">
          <dt>
            <code>${name}</code>
            <span class="note">${statusOf(value)}</span>
            <span class="note">${translate(summary)}</span>
          </dt>
          <dd><p>${renderInline(translate(description))}</p></dd>
        </div>`,
    )}
  </dl>`;
}

function statusOf(problem: unknown): string {
  return typeof problem === "object" && problem !== null && "status" in problem
    ? String(problem.status)
    : "";
}
