/** JSON Schema, as a server sends it. */
export type Schema = Readonly<Record<string, unknown>>;

/** A schema without references of its own, and the references that led to it. */
export interface FoldedSchema {
  readonly schema: Schema;
  readonly path: readonly string[];
}

/** Schemas looked at per tool, with what they refer to: references to references may grow without bounds. */
const MAX_NODES = 500;

/**
 * Puts into a schema what its `$ref` and its `allOf` stand for. A reference that leads back to itself, or elsewhere than
 * into `root`, stands for anything. Throws `RangeError` past 500 schemas.
 */
export function createFolding(root: Schema) {
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

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Its entries; none where it is no list. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Its entries; none where it is no object. */
export function toFields(
  value: unknown,
): readonly (readonly [string, unknown])[] {
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
