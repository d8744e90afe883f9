import { logWarning } from "../runtime/log.ts";
import { ModelError } from "../types/errors.ts";
import type { LanguageModel, ModelEvent } from "../types/model.ts";
import { toRepeated } from "./to-repeated.ts";

const PASSED_OVER_MS = 60_000;
/** Cap on the provider's `retry-after`. */
const MAX_PASSED_OVER_MS = 600_000;
/**
 * A model that was silent for this long when the caller's signal aborts counts
 * as hung.
 */
const HANGING_MS = 10_000;

/**
 * Asks the first model, and falls back to the next if it is down, out of quota
 * or unknown to the provider. Does not switch once a reply streams. A model
 * that failed or hung moves to the end for a minute, or as long as its provider
 * asks. If all fail, throws the first model's error.
 */
export function createFallbackModel({
  models,
  now = Date.now,
}: {
  models: readonly [LanguageModel, ...LanguageModel[]];
  now?: () => number;
}): LanguageModel {
  const [first] = models;
  const passedOverUntil = new Map<LanguageModel, number>();

  const inOrder = (): readonly LanguageModel[] => {
    const at = now();
    const isPassedOver = (model: LanguageModel): boolean =>
      (passedOverUntil.get(model) ?? 0) > at;
    return [
      ...models.filter((model) => !isPassedOver(model)),
      ...models.filter(isPassedOver),
    ];
  };

  const passOver = (model: LanguageModel, retryAfterMs = 0): void => {
    const ms = Math.max(PASSED_OVER_MS, retryAfterMs);
    passedOverUntil.set(model, now() + Math.min(ms, MAX_PASSED_OVER_MS));
  };

  return {
    name: first.name,
    async *generate(prompt, given): AsyncGenerator<ModelEvent> {
      const order = inOrder();
      let options = given;
      let firstsError: ModelError | undefined;
      for (const [index, model] of order.entries()) {
        const askedAt = now();
        let hasBegun = false;
        try {
          for await (const event of model.generate(prompt, options)) {
            hasBegun = true;
            yield event;
          }
          return;
        } catch (error) {
          const hangs = options.signal.aborted && now() - askedAt >= HANGING_MS;
          if (hangs && !hasBegun) passOver(model);
          if (!(error instanceof ModelError)) throw error;
          if (hasBegun) {
            // The turn's next attempt asks another model.
            if (error.isTransient) passOver(model, error.retryAfterMs);
            throw error;
          }
          if (model === first && !cannotAnswer(error)) throw error;
          if (model === first) firstsError = error;
          passOver(model, error.retryAfterMs);
          const next = order[index + 1];
          if (next === undefined) throw firstsError ?? error;
          logSwitch(model, next, error);
          if (!error.isFree) options = await toRepeated(options);
        }
      }
    },
  };
}

function cannotAnswer({ isTransient, kind }: ModelError): boolean {
  return isTransient || kind === "quota" || kind === "unknown";
}

function logSwitch(
  model: LanguageModel,
  next: LanguageModel,
  { kind, status, code }: ModelError,
): void {
  logWarning("model passed over", {
    model: model.name,
    next: next.name,
    kind,
    status,
    code,
  });
}
