import { readFileSync } from "node:fs";
import type {
  DocumentView,
  OperationView,
} from "../../../scripts/api-description/reference/document-view.ts";

/** The document as it is served. */
export const apiDocument = JSON.parse(
  readFileSync("dist/openapi.json", "utf8"),
) as DocumentView & Record<string, unknown>;

/** Each operation with its route, such as `GET /v1/messages/{id}`. */
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
