import { asObject, isObject, type JsonObject } from "./json.ts";
import { shorten } from "./text.ts";

/** Levels of arrays and objects in a value. */
const MAX_DEPTH = 32;
/** Number of subschemas that a value of `USUAL_DEPTH` levels can meet. */
const MAX_CHECKS = 20_000;
const USUAL_DEPTH = 8;
/** The same times the number of values in it: about two seconds' work. */
const MAX_WORK = 1_000_000;

/** Keywords that apply a subschema to the value itself. */
const IN_PLACE = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"];
const IN_PLACE_MAPS = ["dependentSchemas"];
/** Keywords that apply a subschema to what the value contains. */
const WITHIN = [
  "additionalProperties",
  "contains",
  "items",
  "prefixItems",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const WITHIN_MAPS = ["properties"];

/**
 * Why a JSON Schema cannot be used, as a clause; `undefined` if it can. Refuses
 * references that lead nowhere or in a circle, and schemas whose alternatives
 * multiply so that a check could take minutes.
 */
export function findSchemaFault(schema: JsonObject): string | undefined {
  try {
    return countChecks(schema, USUAL_DEPTH) <= MAX_CHECKS
      ? undefined
      : `has too many alternatives: a value of ${USUAL_DEPTH} levels would need more than ${MAX_CHECKS} checks. Use fewer nested or recursive anyOf`;
  } catch (error) {
    if (error instanceof ReferenceFault) return error.message;
    throw error;
  }
}

class ReferenceFault extends Error {
  override readonly name = "ReferenceFault";
}

/** Follows references, which may be recursive, through `levels` of a value. */
function countChecks(root: JsonObject, levels: number): number {
  /** By level; `NaN` while it is being counted. */
  const known = new Map<JsonObject, number[]>();

  const count = (schema: unknown, depth: number): number => {
    if (!isObject(schema) || depth > levels) return 1;
    const counts = known.get(schema) ?? [];
    known.set(schema, counts);
    const before = counts[depth];
    if (before !== undefined) {
      if (Number.isNaN(before))
        throw new ReferenceFault("has a $ref that leads back to itself");
      return before;
    }
    counts[depth] = NaN;
    const sum =
      subschemasOf(schema, IN_PLACE, IN_PLACE_MAPS)
        .concat(schema["$ref"] === undefined ? [] : [follow(schema["$ref"])])
        .reduce<number>((total, part) => total + count(part, depth), 1) +
      subschemasOf(schema, WITHIN, WITHIN_MAPS).reduce<number>(
        (total, part) => total + count(part, depth + 1),
        0,
      );
    counts[depth] = sum;
    return sum;
  };

  const follow = (reference: unknown): unknown => {
    const target = String(reference);
    const path = target.split("/").slice(1).map(decodePart);
    const found = path.reduce<unknown>(
      (value, part) =>
        Array.isArray(value) ? value[Number(part)] : asObject(value)[part],
      root,
    );
    if (/^#(?:\/|$)/.test(target) && (isObject(found) || found === true))
      return found;
    throw new ReferenceFault(
      `has a $ref to ${JSON.stringify(target.slice(0, 100))}, which is not in the schema: write #/$defs/… or #`,
    );
  };

  return count(root, 0);
}

function decodePart(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function subschemasOf(
  schema: JsonObject,
  keywords: readonly string[],
  maps: readonly string[],
): unknown[] {
  return [
    ...keywords.flatMap((keyword) => schema[keyword] ?? []),
    ...maps.flatMap((keyword) => Object.values(asObject(schema[keyword]))),
  ];
}

/**
 * The first way in which a value does not conform, as a sentence for the model;
 * `undefined` if it conforms.
 * @param schema without a fault: see `findSchemaFault`
 */
export async function findMismatch(
  value: unknown,
  schema: JsonObject,
): Promise<string | undefined> {
  const size = measure(value);
  if (size.depth > MAX_DEPTH)
    return `It is nested more than ${MAX_DEPTH} levels deep.`;
  // Each value is compared with all others if they must be unique.
  const isUnique = JSON.stringify(schema).includes('"uniqueItems"');
  const checks = countChecks(schema, size.depth);
  const work = size.values * Math.max(checks, isUnique ? size.values : 1);
  if (work > MAX_WORK) return "It has too many values.";
  // On first use: no other message needs it.
  const { CfWorkerJsonSchemaValidator } =
    await import("@modelcontextprotocol/client/validators/cf-worker");
  // A copy: the validator writes into the schema.
  const validate = new CfWorkerJsonSchemaValidator().getValidator(
    structuredClone(schema),
  );
  const result = validate(value);
  return result.valid ? undefined : toReason(result.errorMessage);
}

/** The last reasons are those of the innermost values. */
const MAX_REASONS = 3;
const MAX_REASON = 300;

function toReason(message: string): string {
  const reasons = message.split("; ").slice(-MAX_REASONS).join(" ");
  return shorten(reasons.replaceAll(/#(?:: )?/g, ""), MAX_REASON);
}

/** Goes by level; does not recurse. */
function measure(value: unknown): { depth: number; values: number } {
  let level: readonly unknown[] = [value];
  let depth = -1;
  let values = 0;
  while (level.length > 0 && depth <= MAX_DEPTH) {
    depth++;
    values += level.length;
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
  }
  return { depth, values };
}
