import * as z from "zod";
import {
  apiDocument,
  nameOf,
  type HeaderView,
  type OperationView,
  type Reference,
  type SchemaView,
} from "../scripts/api-description/api-document.ts";

/**
 * Compares a response with the API description: status, content type, headers,
 * every field of the body, and the data of its events. Returns the deviations.
 * Consumes the response.
 */
export async function checkAnswer({
  path,
  method,
  response,
}: {
  /** The template, e.g. `/v1/messages/{id}`. */
  path: string;
  method: string;
  response: Response;
}): Promise<readonly string[]> {
  const operation: OperationView | undefined =
    apiDocument.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) return [`${method} ${path} is not described`];
  const described = operation.responses[response.status];
  if (described === undefined) return [`${response.status} is not described`];
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  const media = described.content?.[type];
  const missing = Object.entries(described.headers ?? {}).flatMap(
    ([name, header]) =>
      isRequired(header) && !response.headers.has(name) ? [name] : [],
  );
  const faults = missing.map((name) => `the header ${name} is missing`);
  if (media === undefined)
    return type === "" && described.content === undefined
      ? faults
      : [...faults, `"${type}" is not described for ${response.status}`];
  const text = await response.text();
  const events = media["x-server-sent-events"];
  return [
    ...faults,
    ...(events === undefined
      ? checkBody(media.schema, JSON.parse(text))
      : checkEvents(events, text)),
  ];
}

function isRequired(header: HeaderView | Reference): boolean {
  const { headers } = apiDocument.components;
  const found = "$ref" in header ? headers[nameOf(header)] : header;
  return found?.required === true;
}

function checkEvents(
  schemas: Readonly<Record<string, SchemaView>>,
  text: string,
): readonly string[] {
  return text
    .split("\n\n")
    .filter((block) => /^event:/m.test(block))
    .flatMap((block) => {
      const name = /^event: ?(.*)$/m.exec(block)?.[1] ?? "";
      const data = /^data: ?(.*)$/m.exec(block)?.[1] ?? "";
      const schema = schemas[name];
      return schema === undefined
        ? [`the event "${name}" is not described`]
        : checkBody(schema, JSON.parse(data));
    });
}

function checkBody(schema: SchemaView, body: unknown): readonly string[] {
  const result = strictSchema(schema).safeParse(body);
  return result.success ? [] : [z.prettifyError(result.error)];
}

/** Rejects fields that are not described, though clients must ignore them. */
function strictSchema(schema: SchemaView): z.ZodType {
  const $defs = Object.fromEntries(
    Object.entries(apiDocument.components.schemas).map(([name, definition]) => [
      name,
      definition.properties === undefined
        ? definition
        : { ...definition, additionalProperties: false },
    ]),
  );
  const whole = JSON.stringify({ ...schema, $defs });
  return z.fromJSONSchema(
    JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")),
  );
}
