import * as z from "zod";
import { asObject, isObject, type JsonObject } from "../../text/json.ts";
import { toLine } from "../plain-text.ts";

/**
 * Limits of a schema's JSON, as sent by the server and as shown to the model,
 * in characters.
 */
const MAX_SOURCE_LENGTH = 50_000;
const MAX_LENGTH = 4_000;

const MAX_DESCRIPTION_LENGTH = 300;

/**
 * Passed to the model unchanged but checked only by the server: an untrusted
 * pattern could block a Worker.
 */
const NOTES = [
  "format",
  "pattern",
  "default",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];

/**
 * Parses the JSON Schema of a tool's input: its fields with their types and
 * choices; the server checks the rest. If fields are named, others are rejected
 * unless the schema allows them, so that what the model means by them is not
 * lost silently. References are resolved. An object's alternatives are merged
 * into one object with all their fields, since providers reject them at the top
 * level. Returns `undefined` if the schema is too large for a prompt.
 * @param options.clean removes text from descriptions that must not be shown
 */
export function parseInputSchema(
  root: JsonObject,
  { clean = (text) => text }: { clean?: (description: string) => string } = {},
): z.ZodObject | undefined {
  try {
    if (JSON.stringify(root).length > MAX_SOURCE_LENGTH) return undefined;
    const input = createReader(root, clean)();
    const shown = z.toJSONSchema(input, {
      io: "input",
      unrepresentable: "any",
    });
    return JSON.stringify(shown).length <= MAX_LENGTH ? input : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function createReader(
  root: JsonObject,
  clean: (description: string) => string,
): () => z.ZodObject {
  const resolve = createResolver(root);

  const read = (node: unknown, path: readonly string[]): z.ZodType => {
    const resolved = resolve(node, path);
    const { schema } = resolved;
    const structure = readStructure(resolved);
    const type =
      schema["nullable"] === true ? z.union([structure, z.null()]) : structure;
    return type.meta(notesOf(schema, clean));
  };

  const readStructure = ({ schema, path }: ResolvedSchema): z.ZodType => {
    const { type, items } = schema;
    const choices = choicesOf(schema);
    if (choices !== undefined) return z.literal(choices);
    if (type === "object" || isObject(schema["properties"]))
      return readObject({ schema, path });
    const alternatives = alternativesOf(schema);
    if (alternatives.length > 0)
      return z.union(alternatives.map((node) => read(node, path)));
    const types = toList(type).filter((one) => typeof one === "string");
    if (types.length > 0)
      return z.union(
        types.map((one) =>
          readStructure({ schema: { ...schema, type: one }, path }),
        ),
      );
    if (type === "array") return z.array(read(items, path));
    return readPrimitive(type);
  };

  const readObject = ({ schema, path }: ResolvedSchema): z.ZodObject => {
    const branches = alternativesOf(schema).map((node) => resolve(node, path));
    const fields = collectFields([{ schema, path }, ...branches]);
    const required = new Set(toList(schema["required"]));
    const shape = Object.fromEntries(
      [...fields].map(([name, readings]) => {
        const types = readings.map((field) => read(field.schema, field.path));
        const [only, ...others] = types;
        const type =
          only !== undefined && others.length === 0 ? only : z.union(types);
        return [name, required.has(name) ? type : type.optional()];
      }),
    );
    const { additionalProperties: others, patternProperties } = schema;
    if (isObject(others)) return z.object(shape).catchall(read(others, path));
    const isFree =
      others === true ||
      isObject(patternProperties) ||
      (others === undefined && fields.size === 0);
    return isFree ? z.looseObject(shape) : z.strictObject(shape);
  };

  return () => {
    const { schema, path } = resolve(root, []);
    // A tool without fields accepts nothing, but a nested object without fields
    // accepts anything.
    return readObject({
      schema: { additionalProperties: false, ...schema },
      path,
    });
  };
}

function readPrimitive(type: unknown): z.ZodType {
  switch (type) {
    case "string":
      return z.string();
    case "number":
      return z.number();
    case "integer":
      return z.int();
    case "boolean":
      return z.boolean();
    case "null":
      return z.null();
    default:
      return z.unknown();
  }
}

/** Each field with its schemas: several if the alternatives differ. */
function collectFields(
  objects: readonly ResolvedSchema[],
): ReadonlyMap<string, readonly ResolvedSchema[]> {
  const fields = new Map<string, ResolvedSchema[]>();
  for (const { schema, path } of objects) {
    for (const [name, node] of Object.entries(asObject(schema["properties"]))) {
      const field = isObject(node) ? node : {};
      const known = fields.get(name) ?? [];
      const text = JSON.stringify(field);
      if (known.every((other) => JSON.stringify(other.schema) !== text))
        fields.set(name, [...known, { schema: field, path }]);
    }
  }
  return fields;
}

function alternativesOf(schema: JsonObject): readonly unknown[] {
  return [...toList(schema["anyOf"]), ...toList(schema["oneOf"])];
}

type Choice = string | number | boolean | null;

/** The allowed values, if the schema enumerates them. */
function choicesOf(schema: JsonObject): readonly Choice[] | undefined {
  if (isChoice(schema["const"])) return [schema["const"]];
  const choices = toList(schema["enum"]);
  return choices.length > 0 && choices.every(isChoice) ? choices : undefined;
}

function isChoice(value: unknown): value is Choice {
  return (
    value === null || ["string", "number", "boolean"].includes(typeof value)
  );
}

/**
 * Includes missing notes as `undefined`, which overrides zod's own bounds of
 * integers in the prompt.
 */
function notesOf(
  schema: JsonObject,
  clean: (description: string) => string,
): Record<string, unknown> {
  const { description } = schema;
  const notes = NOTES.map((name) => [name, schema[name]] as const);
  return {
    ...Object.fromEntries(notes),
    ...(typeof description === "string" && {
      description: toLine(clean(description), {
        maxLength: MAX_DESCRIPTION_LENGTH,
      }),
    }),
  };
}

/**
 * A schema with its own references resolved, and the path of references that
 * led to it.
 */
interface ResolvedSchema {
  readonly schema: JsonObject;
  readonly path: readonly string[];
}

/**
 * Limits the schemas visited per tool: nested references may grow
 * exponentially.
 */
const MAX_NODES = 500;

/**
 * Resolves a schema's `$ref` and `allOf`. A circular reference, or one to
 * outside of `root`, allows anything. Throws `RangeError` after 500 schemas.
 */
function createResolver(root: JsonObject) {
  let nodes = 0;

  return function resolve(
    node: unknown,
    path: readonly string[],
  ): ResolvedSchema {
    nodes += 1;
    if (nodes > MAX_NODES) throw new RangeError("The schema is too large.");
    if (!isObject(node)) return { schema: {}, path };
    const { $ref, allOf, ...own } = node;
    if ($ref === undefined && allOf === undefined) return { schema: own, path };
    const isNew = typeof $ref === "string" && !path.includes($ref);
    const next = isNew ? [...path, $ref] : path;
    const parts = [...(isNew ? [find(root, $ref)] : []), ...toList(allOf)];
    const resolved = parts.map((part) => resolve(part, next));
    return {
      schema: [...resolved.map(({ schema }) => schema), own].reduce(merge),
      path: [...new Set([...next, ...resolved.flatMap((part) => part.path)])],
    };
  };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function merge(one: JsonObject, other: JsonObject): JsonObject {
  const hasFields = "properties" in one || "properties" in other;
  const required = [...toList(one["required"]), ...toList(other["required"])];
  return {
    ...one,
    ...other,
    ...(hasFields && {
      properties: {
        ...asObject(one["properties"]),
        ...asObject(other["properties"]),
      },
    }),
    ...(required.length > 0 && { required }),
  };
}

/** Resolves a JSON pointer in a fragment: `#/$defs/Order`. */
function find(root: JsonObject, reference: string): unknown {
  const [document, ...steps] = reference.split("/");
  if (document !== "#") return undefined;
  return steps
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (node, step) =>
        isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined,
      root,
    );
}
