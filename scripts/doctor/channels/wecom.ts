import { checkRefusal } from "../check-channel.ts";
import type { ConfiguredExamination } from "../examination.ts";
import type { Finding } from "../report.ts";

/** WeCom has nothing to ask: it calls, and is never called. */
export async function* check(
  examination: ConfiguredExamination,
): AsyncGenerator<Finding> {
  yield* checkRefusal(examination, { path: "/wecom/webhook" });
}
