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
