import { nameOf, type SchemaView } from "./document-view.ts";
import { html, type Html } from "./html.ts";
import type { Label } from "./labels.ts";
import type { ReferenceLanguage } from "./reference-language.ts";
import { renderInline } from "./render-markdown.ts";

/** The fields of an object, with those of objects inside it. */
export function renderFields(
  { properties = {}, required = [] }: SchemaView,
  language: ReferenceLanguage,
): Html {
  const fields = Object.entries(properties);
  if (fields.length === 0) return html``;
  return html`<dl class="fields">
    ${fields.map(([name, schema]) =>
      renderField({
        name,
        schema,
        notes: [
          language.label(required.includes(name) ? "required" : "optional"),
        ],
        language,
      }),
    )}
  </dl>`;
}

/** A field, a parameter or a header. */
export function renderField({
  name,
  schema,
  notes,
  language,
}: {
  name: string;
  schema: SchemaView;
  /** Words behind its type, such as "required". */
  notes: readonly string[];
  language: ReferenceLanguage;
}): Html {
  const inner = insideOf(schema);
  return html`<div>
    <dt>
      <code>${name}</code>
      <span class="type">${renderType(schema, language)}</span>
      ${[...notes, ...limitsOf(schema, language)].map(
        (note) => html` <span class="note">${note}</span>`,
      )}
    </dt>
    <dd>
      ${
        schema.description !== undefined &&
        html`<p>${renderInline(language.translate(schema.description))}</p>`
      }
      ${inner !== undefined && renderFields(inner, language)}
    </dd>
  </div>`;
}

/** What a value may be, in a few words, with links to objects. */
export function renderType(
  schema: SchemaView,
  language: ReferenceLanguage,
): Html {
  const { label } = language;
  if (schema.$ref !== undefined) {
    const name = nameOf({ $ref: schema.$ref });
    return html`<a href="#object-${name}">${name}</a>`;
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined)
    return join(
      alternatives.map((alternative) => renderType(alternative, language)),
      ` ${label("or")} `,
    );
  if (schema.const !== undefined)
    return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return html`${label("oneOf")}
    ${join(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ", ",
    )}`;
  if (schema.items !== undefined)
    return html`${label("listOf")} ${renderType(schema.items, language)}`;
  if (typeof schema.additionalProperties === "object")
    return html`${label("objectOf")}
    ${renderType(schema.additionalProperties, language)}`;
  return html`${
    [schema.type ?? []]
      .flat()
      .map((type) => label(toLabel(type)))
      .join(` ${label("or")} `) || label("anything")
  }`;
}

function join(parts: readonly Html[], separator: string): Html {
  return html`${parts.map(
    (part, index) => html`${index > 0 && separator}${part}`,
  )}`;
}

function toLabel(type: string): Label {
  switch (type) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "null":
    case "object":
      return type;
    default:
      return "anything";
  }
}

/** An object without a name inside a field, whose fields are shown with it. */
function insideOf(schema: SchemaView): SchemaView | undefined {
  return [
    schema,
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ].find(({ properties }) => properties !== undefined);
}

function limitsOf(
  schema: SchemaView,
  { label }: ReferenceLanguage,
): readonly string[] {
  const { maxLength, minimum, maximum, maxItems, maxProperties } = schema;
  const format = (value: number) => value.toLocaleString("en");
  return [
    maxLength !== undefined &&
      `${label("atMost")} ${format(maxLength)} ${label("characters")}`,
    maxItems !== undefined &&
      `${label("atMost")} ${format(maxItems)} ${label("entries")}`,
    maxProperties !== undefined &&
      `${label("atMost")} ${format(maxProperties)} ${label("entries")}`,
    minimum !== undefined &&
      minimum > Number.MIN_SAFE_INTEGER &&
      `${label("atLeast")} ${format(minimum)}`,
    maximum !== undefined &&
      maximum < Number.MAX_SAFE_INTEGER &&
      `${label("atMost")} ${format(maximum)}`,
  ].filter((limit) => limit !== false);
}
