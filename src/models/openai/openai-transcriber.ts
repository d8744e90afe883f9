import { asText, isObject, parseJson } from "../../json.ts";
import type { Transcriber } from "../../ports.ts";
import { createPost, readText } from "./post.ts";
import { toModelError } from "./request-error.ts";

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
  const post = createPost({
    apiKey,
    baseUrl,
    path: "/audio/transcriptions",
    maxRetries: MAX_RETRIES,
    timeoutMs,
    fetch,
  });
  return {
    async transcribe({ bytes, mediaType }, { signal }) {
      signal.throwIfAborted();
      // Telegram's voice messages are Ogg.
      const name = `voice.${EXTENSIONS[mediaType] ?? "ogg"}`;
      const form = new FormData();
      form.append("file", new File([bytes], name, { type: mediaType }));
      form.append("model", model);
      form.append("response_format", "json");
      try {
        return await post(form, {
          signal,
          read: async ({ body }) => {
            const answer = parseJson(await readText(body));
            if (!isObject(answer)) throw new Error("The response is not JSON.");
            // `text` may be missing on compatible servers.
            return asText(answer["text"]);
          },
        });
      } catch (error) {
        signal.throwIfAborted();
        throw toModelError(error, { apiKey });
      }
    },
  };
}
