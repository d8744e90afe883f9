import type { Config } from "../config.ts";
import type { Media } from "../conversation/read-attachment.ts";
import { createOpenAITranscriber } from "../models/openai/openai-transcriber.ts";

/** What the deployment's models take beside text; the demo model takes nothing else. */
export function createMedia(model: Config["model"]): Media {
  if (model.kind === "demo") return { takesImages: false };
  const { apiKey, baseUrl, takesImages, transcriptionModel } = model;
  return {
    takesImages,
    transcriber:
      transcriptionModel === undefined
        ? undefined
        : createOpenAITranscriber({
            apiKey,
            baseUrl,
            model: transcriptionModel,
          }),
  };
}
