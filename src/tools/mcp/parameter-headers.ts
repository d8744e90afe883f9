import { isObject, type JsonObject } from "../../json.ts";
import { toBase64 } from "../search/fetch-json.ts";

/**
 * Marks a field of a schema whose value is also sent as a header, for
 * intermediaries.
 */
const KEYWORD = "x-mcp-header";

/** Header name (RFC 9110, section 5.6.2). */
const NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

const TYPES: readonly unknown[] = ["string", "integer", "boolean"];

/** A field whose value goes into a header. */
interface ParameterHeader {
  readonly path: readonly string[];
  readonly name: unknown;
  readonly type: unknown;
}

/**
 * Whether all headers in a tool's schema are valid; the specification excludes
 * other tools.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters
 */
export function hasValidHeaders(schema: JsonObject): boolean {
  const headers = findHeaders(schema);
  const names = headers.map(({ name }) => String(name).toLowerCase());
  // The keyword must not occur anywhere else.
  const count = JSON.stringify(schema).split(`"${KEYWORD}":`).length - 1;
  return (
    count === headers.length &&
    new Set(names).size === names.length &&
    headers.every(
      ({ name, type }) =>
        typeof name === "string" && NAME.test(name) && TYPES.includes(type),
    )
  );
}

/**
 * The headers of a call. Skips fields that are missing or of an unexpected
 * type.
 */
export function writeHeaders(
  schema: JsonObject,
  input: JsonObject,
): Record<string, string> {
  const fields = findHeaders(schema).flatMap(({ path, name }) => {
    const value = path.reduce<unknown>(
      (node, key) => (isObject(node) ? node[key] : undefined),
      input,
    );
    const isSendable =
      typeof value === "string" ||
      typeof value === "boolean" ||
      Number.isSafeInteger(value);
    return isSendable
      ? [[`mcp-param-${String(name)}`, encodeHeader(String(value))]]
      : [];
  });
  return Object.fromEntries(fields);
}

function findHeaders(
  schema: JsonObject,
  path: readonly string[] = [],
): readonly ParameterHeader[] {
  const { properties } = schema;
  return Object.entries(isObject(properties) ? properties : {}).flatMap(
    ([key, field]) => {
      if (!isObject(field)) return [];
      const at = [...path, key];
      const { [KEYWORD]: name, type } = field;
      const own = name === undefined ? [] : [{ path: at, name, type }];
      return [...own, ...findHeaders(field, at)];
    },
  );
}

/**
 * Encodes a header value: in Base64 if it is not ASCII, would be trimmed, or
 * looks like such Base64.
 */
export function encodeHeader(text: string): string {
  const isPlain =
    /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) &&
    !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${toBase64(text)}?=`;
}
