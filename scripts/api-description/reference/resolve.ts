import { type DocumentView, nameOf, type SchemaView } from "./document-view.ts";

/** The schema itself, where there is a reference to one. */
export function resolve(
  schema: SchemaView,
  { components }: DocumentView,
): SchemaView {
  if (schema.$ref === undefined) return schema;
  const found = components.schemas[nameOf({ $ref: schema.$ref })];
  if (found === undefined) throw new Error(`There is no ${schema.$ref}`);
  return found;
}
