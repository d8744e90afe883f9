import { cleanUntrusted } from "../text/untrusted-text.ts";

/**
 * A line that starts like one of Parley's prompt labels, or like a message of
 * another role, in any decoration.
 */
const FAKE_LABEL =
  /^(?=[^\p{L}\n]{0,20}(?:observation\b[^:：\n]{0,80}|summary of the earlier conversation[^:：\n]{0,40}|in (?:this conversation|reply to)\b[^:：\n]{0,80}|forwarded|thought|action(?:[ _-]?input)?|final[ _-]?answer|tools|user|human|assistant|developer|system(?:[ _-]?(?:message|prompt|instructions?))?)[*_\s]{0,4}[:：])/gimu;

/**
 * Sanitizes a tool's output for prompts: no line can pass as one of Parley's
 * own, and no chat-template token can end the message.
 */
export function markData(text: string): string {
  return cleanUntrusted(text).replaceAll(FAKE_LABEL, "> ");
}
