import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/** A value that DynamoDB can compare and add up. Everything else is stored as JSON text. */
export type Attribute = string | number | boolean;

export type Attributes = Readonly<Record<string, Attribute>>;

/** Values that DynamoDB takes; `undefined` ones are left out. */
export function marshal(
  attributes: Readonly<Record<string, Attribute | undefined>>,
): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, marshalValue(value)]],
    ),
  );
}

/** Throws for kinds of values that `marshal` does not write: somebody else's item. */
export function unmarshal(
  attributes: Record<string, AttributeValue>,
): Record<string, Attribute> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      unmarshalValue(name, value),
    ]),
  );
}

function marshalValue(value: Attribute): AttributeValue {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  return { BOOL: value };
}

function unmarshalValue(name: string, value: AttributeValue): Attribute {
  if (value.S !== undefined) return value.S;
  if (value.N !== undefined) return Number(value.N);
  if (value.BOOL !== undefined) return value.BOOL;
  throw new TypeError(`The attribute ${name} has a type that is not known.`);
}

/** Where an item lies: `pk` names what belongs together (a conversation), `sk` the item in it. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/**
 * A sort key of several parts, in the order of the parts: whatever the parts hold, two lists of parts never give the same
 * key, and a key that begins with `toSortKey(...parts, "")` belongs to those parts. Keys have at most 1,024 bytes.
 */
export function toSortKey(...parts: readonly string[]): string {
  return parts.map(escapePart).join("#");
}

/** The sort keys of several parts whose first one is this. */
export function sortKeysOf(part: string): { from: string; to: string } {
  // The character after #.
  return { from: `${part}#`, to: `${part}$` };
}

/** Whole numbers below 10^12 as texts that are sorted like the numbers. */
export function toSortableNumber(number: number): string {
  return String(number).padStart(12, "0");
}

/** `#` separates the parts, and `~` sorts after all of them. Lone surrogates are not valid UTF-8, in which keys are stored. */
function escapePart(part: string): string {
  return part.replace(
    /[%#~]|\p{Surrogate}/gu,
    (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What must be true of the item that is there, in DynamoDB's own language: `attribute_not_exists(pk) OR version = :version`. */
export interface Condition {
  readonly expression: string;
  /** For `:name`. */
  readonly values?: Readonly<Record<`:${string}`, Attribute>>;
}

/** True of an item that still has that version. */
export function hasVersion(version: number): Condition {
  return {
    expression: "version = :version",
    values: { ":version": version },
  };
}
