import {
  headerText,
  httpUrl,
  jsonObject,
  list,
  oneOf,
  text,
} from "../settings/fields.ts";
import { setting, type ValuesOf } from "../settings/setting.ts";

export const MODEL_SETTINGS = {
  OPENAI_API_KEY: setting(headerText),
  OPENAI_BASE_URL: setting(httpUrl),
  OPENAI_MODEL: setting(text, "gpt-5.5"),
  OPENAI_FALLBACK_MODELS: setting(list, []),
  OPENAI_API: setting(() => oneOf(["chat", "completions"]), "chat"),
  OPENAI_EXTRA_BODY: setting(jsonObject, {}),
  OPENAI_VISION: setting(() => oneOf(["on", "off"]), "off"),
  OPENAI_TRANSCRIPTION_MODEL: setting(text),
};

/** The model of a deployment: the demo unless a key or a server is set. */
export function toModelConfig({
  OPENAI_API_KEY: apiKey,
  OPENAI_BASE_URL: baseUrl,
  ...values
}: ValuesOf<typeof MODEL_SETTINGS>) {
  return apiKey === undefined && baseUrl === undefined
    ? ({ kind: "demo" } as const)
    : ({
        kind: "openai",
        // Local servers (Ollama, vLLM) need no key.
        apiKey: apiKey ?? "none",
        baseUrl: baseUrl ?? "https://api.openai.com/v1",
        api: values.OPENAI_API,
        /** In order of preference. */
        names: [values.OPENAI_MODEL, ...values.OPENAI_FALLBACK_MODELS],
        extraBody: values.OPENAI_EXTRA_BODY,
        takesImages: values.OPENAI_VISION === "on",
        transcriptionModel: values.OPENAI_TRANSCRIPTION_MODEL,
      } as const);
}
