import { ModelError } from "../../errors.ts";
import type { LanguageModel } from "../../ports.ts";
import {
  createStreamingModel,
  type OpenAIModelOptions,
} from "./streaming-model.ts";
import { toPromptText } from "./to-prompt-text.ts";

const PARAMETERS = {
  // The API's own default is 16.
  max_tokens: 1_024,
  // Models that only continue a text go on with the other side's part too.
  stop: ["\nObservation:", "\nUser:"],
  stream_options: { include_usage: true },
};

/**
 * Text completions, the older API, for models that continue a text and know no chat. Native tools cannot be told of
 * there: a prompt with tools is `refused`.
 */
export function createOpenAICompletionsModel(
  options: OpenAIModelOptions,
): LanguageModel {
  return createStreamingModel(
    {
      path: "/completions",
      parameters: PARAMETERS,
      writePrompt: ({ messages, tools }) => {
        if (tools !== undefined) throw knowsNoTools();
        return { prompt: toPromptText(messages) };
      },
    },
    options,
  );
}

function knowsNoTools(): ModelError {
  const cause = new Error(
    "Text completions know no tool calls: choose another AGENT_STYLE, or set OPENAI_API=chat.",
  );
  return new ModelError({ kind: "refused", cause });
}
