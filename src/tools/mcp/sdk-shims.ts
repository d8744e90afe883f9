/**
 * In the place of what the SDK takes for its platform: validators of JSON Schema are a tenth of it. Parley asks for no check of a
 * tool's output, since models can read also what is not as it was announced.
 */
export class DefaultJsonSchemaValidator {
  getValidator() {
    return (data: unknown) => ({ valid: true, data });
  }
}

/** Only in browsers a failed `fetch` may be one that the page may not make. */
export const CORS_IS_POSSIBLE = false;
