import type { AttributeValue } from "@aws-sdk/client-dynamodb";

/**
 * A value that DynamoDB can compare and add. Other values are stored as JSON
 * text.
 */
export type Attribute = string | number | boolean;

export type Attributes = Readonly<Record<string, Attribute>>;

/** Converts to DynamoDB's format and drops `undefined` values. */
export function marshal(
  attributes: Readonly<Record<string, Attribute | undefined>>,
): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, marshalValue(value)]],
    ),
  );
}

/**
 * Throws `TypeError` for types that `marshal` does not write, which means that
 * another program wrote the item.
 */
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
  throw new TypeError(`The attribute ${name} has an unknown type.`);
}

/**
 * An item's primary key: `pk` names the partition (e.g. a conversation), `sk`
 * the item in it.
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/**
 * Joins parts into a sort key, ordered by its parts. Injective: different lists
 * of parts have different keys, and a key that begins with `toSortKey(...parts,
 * "")` belongs to those parts. A sort key has at most 1,024 bytes:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export function toSortKey(...parts: readonly string[]): string {
  return parts.map(escapePart).join("#");
}

/** The range of the sort keys of several parts that begin with `part`. */
export function sortKeysOf(part: string): { from: string; to: string } {
  // `$` is the character after `#`.
  return { from: `${part}#`, to: `${part}$` };
}

/**
 * Escapes `#`, which separates parts, `~`, which ends ranges, and lone
 * surrogates, which are not valid in UTF-8.
 */
function escapePart(part: string): string {
  return part.replace(
    /[%#~]|\p{Surrogate}/gu,
    (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * A condition on the stored item in DynamoDB's syntax, e.g.
 * `attribute_not_exists(pk) OR version = :version`.
 */
export interface Condition {
  readonly expression: string;
  /** Values of placeholders. */
  readonly values?: Readonly<Record<`:${string}`, Attribute>>;
}

/** True if the item is still the one that was put with that stamp. */
export function hasStamp(stamp: string): Condition {
  return { expression: "stamp = :stamp", values: { ":stamp": stamp } };
}

/** True if the item still has that version. */
export function hasVersion(version: number): Condition {
  return {
    expression: "version = :version",
    values: { ":version": version },
  };
}
