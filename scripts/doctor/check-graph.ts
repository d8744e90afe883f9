import { callGraph } from "../../src/channels/meta/graph-api.ts";
import { DeliveryError } from "../../src/errors.ts";
import type { ConfiguredExamination } from "./examination.ts";
import { failed, type Finding, passed } from "./report.ts";

/** Asks Meta's Graph API whose token it is. `describe` says it in a sentence, or nothing for an answer that is none. */
export async function* checkGraphToken(
  { signal }: ConfiguredExamination,
  {
    access,
    path,
    variable,
    describe,
  }: {
    access: { token: string; apiRoot: string };
    path: string;
    /** That holds the token. */
    variable: string;
    describe: (answer: unknown) => string | undefined;
  },
): AsyncGenerator<Finding> {
  const startedAt = performance.now();
  try {
    const answer = await callGraph(path, { access, method: "GET", signal });
    const said = describe(answer);
    yield said === undefined
      ? failed(
          "Meta answers, but not as it documents.",
          "Check the API root: it is only needed with a proxy.",
        )
      : passed(said, performance.now() - startedAt);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeliveryError)) throw error;
    yield error.kind === "refused"
      ? failed(
          `Meta does not accept ${variable}: ${error.message}`,
          "Create a new token, and check the id next to it.",
        )
      : failed(
          `Meta cannot be reached: ${error.message}`,
          "Run this again later.",
        );
  }
}
