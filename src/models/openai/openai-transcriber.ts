import type { Transcriber } from "../../ports.ts";
import { createClient } from "./create-client.ts";
import { toModelError } from "./to-model-error.ts";

/** The API knows formats by the file's name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "audio/mp4": "m4a",
  "audio/x-m4a": "m4a",
  "audio/wav": "wav",
  "audio/webm": "webm",
};

const MAX_RETRIES = 1;

/** `/audio/transcriptions`, of OpenAI and of servers that do the same (Groq, vLLM, speaches, …). */
export function createOpenAITranscriber({
  apiKey,
  baseUrl,
  model,
  timeoutMs = 60_000,
  fetch = globalThis.fetch,
}: {
  apiKey: string;
  /** Up to and with its `/v1`. */
  baseUrl: string;
  model: string;
  /** For one try. */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
}): Transcriber {
  return {
    async transcribe({ bytes, mediaType }, { signal }) {
      signal.throwIfAborted();
      // Telegram's voice messages are Ogg.
      const name = `voice.${EXTENSIONS[mediaType] ?? "ogg"}`;
      const client = createClient({
        apiKey,
        baseUrl,
        maxRetries: MAX_RETRIES,
        timeoutMs,
        fetch,
      });
      try {
        const file = new File([bytes], name, { type: mediaType });
        const { text } = await client.audio.transcriptions.create(
          { file, model, response_format: "json" },
          { signal },
        );
        // What compatible servers answer is not always what the types promise.
        return typeof text === "string" ? text : "";
      } catch (error) {
        signal.throwIfAborted();
        throw toModelError(error, { apiKey });
      }
    },
  };
}
