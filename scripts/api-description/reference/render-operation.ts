import type {
  DocumentView,
  MediaTypeView,
  OperationView,
} from "./document-view.ts";
import { html, type Html } from "./html.ts";
import { renderCode } from "./render-code.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderAnswers, renderProblems } from "./render-responses.ts";
import { renderField, renderFields } from "./render-schema.ts";
import { resolve } from "./resolve.ts";
import type { ReferenceLanguage } from "./reference-language.ts";

export interface PlacedOperation {
  readonly operation: OperationView;
  /** Upper case. */
  readonly method: string;
  /** Or the name of what is sent to the reader. */
  readonly path: string;
}

export function renderOperation(
  { operation, method, path }: PlacedOperation,
  {
    document,
    language,
  }: { document: DocumentView; language: ReferenceLanguage },
): Html {
  const { translate } = language;
  const { operationId: id, summary, description, security } = operation;
  return html`<section class="operation" aria-labelledby="${id}">
    <h3 id="${id}"><a href="#${id}">${translate(summary)}</a></h3>
    <p class="route">
      <span class="method ${method.toLowerCase()}">${method}</span>
      <code>${breakable(path)}</code>
      ${
        security?.length === 0 &&
        html`<span class="note">${language.label("noKey")}</span>`
      }
    </p>
    <div class="columns">
      <div>
        ${renderMarkdown(translate(description))}
        ${renderParameters(operation, language)}
        ${renderBody(operation, { document, language })}
        ${renderAnswers(operation, { document, language })}
        ${renderProblems(operation, { document, language })}
      </div>
      <div class="samples">
        ${(operation["x-codeSamples"] ?? []).map(({ label, source }) =>
          renderCode({ label: translate(label), source }),
        )}
        ${renderExamples(operation, language)}
      </div>
    </div>
  </section>`;
}

/** Long addresses may be broken behind their slashes. */
function breakable(path: string): readonly Html[] {
  return path.split(/(?<=\/)/).map((piece) => html`${piece}<wbr />`);
}

function renderParameters(
  { parameters = [] }: OperationView,
  language: ReferenceLanguage,
): Html | undefined {
  if (parameters.length === 0) return undefined;
  const placeOf = (place: string) =>
    language.label(place === "path" || place === "query" ? place : "header");
  return html`<h4>${language.label("parameters")}</h4>
    <dl class="fields">
      ${parameters.map(({ name, in: place, required = false, schema }) =>
        renderField({
          name,
          schema,
          notes: [
            placeOf(place),
            language.label(required ? "required" : "optional"),
          ],
          language,
        }),
      )}
    </dl>`;
}

function renderBody(
  { requestBody }: OperationView,
  {
    document,
    language,
  }: { document: DocumentView; language: ReferenceLanguage },
): Html | undefined {
  if (requestBody === undefined) return undefined;
  return html`<h4>${language.label("body")}</h4>
    ${Object.entries(requestBody.content).map(
      ([type, { schema }]) =>
        html`<p class="media-type"><code>${type}</code></p>
          ${renderFields(resolve(schema, document), language)}`,
    )}`;
}

/** The body of the first answer that has an example, in each format that it has one in. */
function renderExamples(
  { responses }: OperationView,
  language: ReferenceLanguage,
): readonly Html[] {
  const [found] = Object.entries(responses)
    .map(([status, { content = {} }]) => ({
      status,
      examples: Object.entries(content).flatMap(([type, body]) =>
        examplesOf(body).map((source) => ({ type, source })),
      ),
    }))
    .filter(({ examples }) => examples.length > 0);
  return (found?.examples ?? []).map(({ type, source }) =>
    renderCode({
      label: `${language.label("example")}: ${found?.status} ${type}`,
      source,
    }),
  );
}

/** Texts as they are, all else as JSON. */
function examplesOf({
  example,
  examples = {},
}: MediaTypeView): readonly string[] {
  const values = [
    ...(example === undefined ? [] : [example]),
    ...Object.values(examples).flatMap((one) =>
      "value" in one ? [one.value] : [],
    ),
  ];
  return values.map((value) =>
    typeof value === "string" ? value.trim() : JSON.stringify(value, null, 2),
  );
}
