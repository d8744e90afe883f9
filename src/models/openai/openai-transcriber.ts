import { asObject, asText, isObject } from "../../text/json.ts";
import { SPEECH_TOKENS_PER_SECOND } from "../../text/tokens.ts";
import type { Transcriber } from "../../types/model.ts";
import { createClient } from "./client.ts";
import { toModelError } from "./model-error.ts";
import { findReportedError, toApiError } from "./reported-error.ts";

/** The API recognises formats by file extension. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "audio/mp4": "m4a",
  "audio/x-m4a": "m4a",
  "audio/wav": "wav",
  "audio/webm": "webm",
};

const MAX_RETRIES = 1;

/**
 * Uses `/audio/transcriptions` of OpenAI and compatible servers (Groq, vLLM,
 * speaches, …).
 */
export function createOpenAITranscriber({
  apiKey,
  baseUrl,
  model,
  timeoutMs = 60_000,
  fetch = globalThis.fetch,
}: {
  apiKey: string;
  /** Including `/v1`. */
  baseUrl: string;
  model: string;
  /** Per attempt. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}): Transcriber {
  const { audio } = createClient({
    apiKey,
    baseUrl,
    maxRetries: MAX_RETRIES,
    timeoutMs,
    isStreamed: false,
    fetch,
  });
  return {
    async transcribe({ bytes, mediaType }, { signal }) {
      signal.throwIfAborted();
      // Telegram's voice messages are Ogg.
      const name = `voice.${EXTENSIONS[mediaType] ?? "ogg"}`;
      const file = new File([bytes], name, { type: mediaType });
      try {
        const answer: unknown = await audio.transcriptions.create(
          { file, model, response_format: "json" },
          { signal },
        );
        if (!isObject(answer)) throw new Error("The response is not JSON.");
        const error = findReportedError(answer);
        if (error !== undefined) throw toApiError(error);
        // `text` may be missing on compatible servers.
        const text = asText(answer["text"]);
        const tokens = countTokens(asObject(answer["usage"]));
        return { text, ...(tokens !== undefined && { tokens }) };
      } catch (error) {
        signal.throwIfAborted();
        throw toModelError(error, { apiKey });
      }
    },
  };
}

/** Models that are billed by time report seconds. */
function countTokens({
  total_tokens: total,
  seconds,
}: Readonly<Record<string, unknown>>): number | undefined {
  const isCount = (value: unknown): value is number =>
    typeof value === "number" && Number.isFinite(value) && value >= 0;
  if (isCount(total)) return Math.ceil(total);
  return isCount(seconds)
    ? Math.ceil(seconds * SPEECH_TOKENS_PER_SECOND)
    : undefined;
}
