import { toLine } from "../plain-text.ts";
import * as z from "zod";

/** Of a schema as its server sends it, and as the model gets it; in characters of JSON. */
const MAX_SOURCE_LENGTH = 50_000;
const MAX_LENGTH = 4_000;

const MAX_DESCRIPTION_LENGTH = 300;

/** Told to the model as they are, and left to the server to check: a stranger's pattern could keep a Worker busy. */
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
 * A tool's input, from the JSON Schema of its server: which fields there are, their types and choices; the rest is for
 * the server to check. An object that names fields takes no others unless its schema says so: what the model means by
 * them would be lost without a word. References are resolved. An object's alternatives become one object with the fields
 * of all, since providers refuse them. `undefined` for a schema that is too large for every prompt.
 * @param clean takes out of descriptions what nobody is to read
 */
export function parseInputSchema(
  root: Schema,
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
  root: Schema,
  clean: (description: string) => string,
): () => z.ZodObject {
  const fold = createFolding(root);

  const read = (node: unknown, path: readonly string[]): z.ZodType => {
    const folded = fold(node, path);
    const { schema } = folded;
    const structure = readStructure(folded);
    const type =
      schema["nullable"] === true ? z.union([structure, z.null()]) : structure;
    return type.meta(notesOf(schema, clean));
  };

  const readStructure = ({ schema, path }: FoldedSchema): z.ZodType => {
    const { type, items } = schema;
    const choices = choicesOf(schema);
    if (choices !== undefined) return z.literal(choices);
    if (type === "object" || isSchema(schema["properties"]))
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

  const readObject = ({ schema, path }: FoldedSchema): z.ZodObject => {
    const branches = alternativesOf(schema).map((node) => fold(node, path));
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
    if (isSchema(others)) return z.object(shape).catchall(read(others, path));
    const isFree =
      others === true ||
      isSchema(patternProperties) ||
      (others === undefined && fields.size === 0);
    return isFree ? z.looseObject(shape) : z.strictObject(shape);
  };

  return () => {
    const { schema, path } = fold(root, []);
    // A tool without fields takes nothing; an object without them, within its input, may be anything.
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

/** Every field with its schemas: more than one where the alternatives do not agree on it. */
function collectFields(
  objects: readonly FoldedSchema[],
): ReadonlyMap<string, readonly FoldedSchema[]> {
  const fields = new Map<string, FoldedSchema[]>();
  for (const { schema, path } of objects) {
    for (const [name, node] of toFields(schema["properties"])) {
      const field = isSchema(node) ? node : {};
      const known = fields.get(name) ?? [];
      const text = JSON.stringify(field);
      if (known.every((other) => JSON.stringify(other.schema) !== text))
        fields.set(name, [...known, { schema: field, path }]);
    }
  }
  return fields;
}

function alternativesOf(schema: Schema): readonly unknown[] {
  return [...toList(schema["anyOf"]), ...toList(schema["oneOf"])];
}

type Choice = string | number | boolean | null;

/** The values that are allowed, where only these are. */
function choicesOf(schema: Schema): readonly Choice[] | undefined {
  if (isChoice(schema["const"])) return [schema["const"]];
  const choices = toList(schema["enum"]);
  return choices.length > 0 && choices.every(isChoice) ? choices : undefined;
}

function isChoice(value: unknown): value is Choice {
  return (
    value === null || ["string", "number", "boolean"].includes(typeof value)
  );
}

/** What is not there is named as well, so that zod's own bounds of an integer are left out of the prompt. */
function notesOf(
  schema: Schema,
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

/** JSON Schema, as a server sends it. */
type Schema = Readonly<Record<string, unknown>>;

/** A schema without references of its own, and the references that led to it. */
interface FoldedSchema {
  readonly schema: Schema;
  readonly path: readonly string[];
}

/** Schemas looked at per tool, with what they refer to: references to references may grow without bounds. */
const MAX_NODES = 500;

/**
 * Puts into a schema what its `$ref` and its `allOf` mean. A reference that leads back to itself, or elsewhere than
 * into `root`, allows anything. Throws `RangeError` past 500 schemas.
 */
function createFolding(root: Schema) {
  let nodes = 0;

  return function fold(node: unknown, path: readonly string[]): FoldedSchema {
    nodes += 1;
    if (nodes > MAX_NODES) throw new RangeError("The schema is too large.");
    if (!isSchema(node)) return { schema: {}, path };
    const { $ref, allOf, ...own } = node;
    if ($ref === undefined && allOf === undefined) return { schema: own, path };
    const isNew = typeof $ref === "string" && !path.includes($ref);
    const next = isNew ? [...path, $ref] : path;
    const parts = [...(isNew ? [find(root, $ref)] : []), ...toList(allOf)];
    const folded = parts.map((part) => fold(part, next));
    return {
      schema: [...folded.map(({ schema }) => schema), own].reduce(merge),
      path: [...new Set([...next, ...folded.flatMap((part) => part.path)])],
    };
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Its entries; none where it is no list. */
function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Its entries; none where it is no object. */
function toFields(value: unknown): readonly (readonly [string, unknown])[] {
  return isSchema(value) ? Object.entries(value) : [];
}

function merge(one: Schema, other: Schema): Schema {
  const hasFields = "properties" in one || "properties" in other;
  const required = [...toList(one["required"]), ...toList(other["required"])];
  return {
    ...one,
    ...other,
    ...(hasFields && {
      properties: Object.fromEntries([
        ...toFields(one["properties"]),
        ...toFields(other["properties"]),
      ]),
    }),
    ...(required.length > 0 && { required }),
  };
}

/** What a JSON pointer in a fragment names: `#/$defs/Order`. */
function find(root: Schema, reference: string): unknown {
  const [document, ...steps] = reference.split("/");
  if (document !== "#") return undefined;
  return steps
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>(
      (node, step) =>
        isSchema(node) && Object.hasOwn(node, step) ? node[step] : undefined,
      root,
    );
}
