import { cleanUntrusted } from "../untrusted-text.ts";

/** A line that begins as those that Parley writes into prompts do, or as a message of another role, whatever its decoration. */
const FAKE_LABEL =
  /^(?=[^\p{L}\n]{0,20}(?:observation\b[^:：\n]{0,80}|summary of the earlier conversation[^:：\n]{0,40}|in (?:this conversation|reply to)\b[^:：\n]{0,80}|forwarded|thought|action(?:[ _-]?input)?|final[ _-]?answer|tools|user|human|assistant|developer|system(?:[ _-]?(?:message|prompt|instructions?))?)[*_\s]{0,4}[:：])/gimu;

/** What a tool gives, for prompts: no line of it can pass for one of Parley's own, and no mark of a chat template for a message's end. */
export function markData(text: string): string {
  return cleanUntrusted(text).replaceAll(FAKE_LABEL, "> ");
}
