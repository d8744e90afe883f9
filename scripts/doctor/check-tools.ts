import { checkLibrary } from "./check-library.ts";
import { checkMcpServers } from "./check-mcp-servers.ts";
import { checkSearch } from "./check-search.ts";
import type { ConfiguredExamination } from "./examination.ts";
import type { Finding } from "./finding.ts";

/** The tools that ask somebody else; the others need nothing but themselves. */
export async function* checkTools(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  yield* checkSearch(examination);
  yield* checkMcpServers(examination);
  yield* checkLibrary(examination);
}
