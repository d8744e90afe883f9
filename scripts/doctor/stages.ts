import { checkConfiguration } from "./check-configuration.ts";
import { checkModel } from "./check-model.ts";
import { checkParley } from "./check-parley.ts";
import { checkStorage } from "./check-storage.ts";
import { checkTelegram } from "./check-telegram.ts";
import { checkTools } from "./check-tools.ts";
import type {
  ConfiguredExamination,
  Examination,
  Stage,
} from "./examination.ts";
import { type Finding, skipped } from "./finding.ts";
import type { StageName } from "./stage-names.ts";

/** Every stage; those that need settings say so where they are wrong. */
export const STAGES: Readonly<Record<StageName, Stage<Examination>>> = {
  configuration: checkConfiguration,
  parley: checkParley,
  model: configured(checkModel),
  tools: configured(checkTools),
  storage: configured(checkStorage),
  telegram: configured(checkTelegram),
};

function configured(stage: Stage<ConfiguredExamination>): Stage<Examination> {
  return async function* (examination): AsyncGenerator<Finding> {
    const { settings } = examination;
    if (settings.kind === "right")
      yield* stage({ ...examination, config: settings.config });
    else yield skipped("Not looked at, since the configuration is wrong.");
  };
}
