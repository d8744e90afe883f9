import { readFileSync } from "node:fs";
import * as z from "zod";

/** The parts of the OpenAPI document that the tests read. */
interface DocumentView {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, OperationView>>>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaView>>;
    readonly examples: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, HeaderView>>;
  };
}

export interface OperationView {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, MediaTypeView>>;
  };
  readonly responses: Readonly<Record<string, ResponseView>>;
}

interface ResponseView {
  readonly headers?: Readonly<Record<string, HeaderView | Reference>>;
  readonly content?: Readonly<Record<string, MediaTypeView>>;
}

interface MediaTypeView {
  readonly schema: SchemaView;
  readonly example?: unknown;
  readonly "x-server-sent-events"?: Readonly<Record<string, Reference>>;
}

export interface HeaderView {
  readonly required?: boolean;
}

export interface Reference {
  readonly $ref: string;
}

export interface SchemaView {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaView>>;
}

/** The document as served. */
export const apiDocument = JSON.parse(
  readFileSync("dist/openapi.json", "utf8"),
) as DocumentView & Record<string, unknown>;

/** Name of the component that a reference points to. */
export function nameOf({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}

/** All operations with their routes, such as `GET /v1/messages/{id}`. */
export function collectOperations(): readonly {
  readonly route: string;
  readonly operation: OperationView;
}[] {
  return Object.entries(apiDocument.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

/**
 * A validator for one of the document's schemas, with everything it references.
 */
export function bodySchema(schema: object): z.ZodType {
  const { schemas: $defs } = apiDocument.components;
  const whole = JSON.stringify({ ...schema, $defs });
  return z.fromJSONSchema(
    JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")),
  );
}
