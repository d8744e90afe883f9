import type * as z from "zod";
import type {
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
} from "zod-openapi";

/** Operations that belong together, in the reference's navigation. */
export interface OperationGroup {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** By their unique names. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** No key is needed, and no request is counted. */
  readonly isPublic?: true;
}

/** What one operation does; the build adds what all of them have. */
export interface Operation extends Omit<
  ZodOpenApiOperationObject,
  "operationId" | "tags" | "requestBody"
> {
  /** Method and path, such as `GET /v1/messages/{id}`. */
  readonly route: string;
  readonly body?: ZodOpenApiContentObject;
  /** Their slugs; those that not every operation has. */
  readonly problems?: readonly string[];
}

/** @param example default: that of each field */
export function json(schema: z.ZodType, example?: unknown) {
  const given = example === undefined ? {} : { example };
  return { "application/json": { schema, ...given } };
}

export function answer(description: string, schema: z.ZodType) {
  return { description, content: json(schema) };
}

/** Problems of all operations that accept a message. */
export const MESSAGE_PROBLEMS: readonly string[] = [
  "broken-idempotency-key",
  "idempotency-mismatch",
  "too-many-streams",
  "forgotten",
  "too-many-messages",
  "conversation-busy",
  "model-unreachable",
  "model-unauthorized",
  "model-quota",
  "model-unknown",
  "turn-failed",
];
