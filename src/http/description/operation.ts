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
  readonly samples?: readonly Sample[];
}

/** A request, shown as a `curl` command. */
export interface Sample {
  readonly label: string;
  /** Default: the route's. */
  readonly path?: string;
  /** Such as `-i`. */
  readonly options?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export function json(schema: z.ZodType, example: unknown) {
  return { "application/json": { schema, example } };
}

export function answer(
  description: string,
  schema: z.ZodType,
  example: unknown,
) {
  return { description, content: json(schema, example) };
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
