import { VARIABLES } from "../../src/config/environment.ts";
import { findMisspelled } from "../../src/config/find-misspelled.ts";
import type { Config } from "../../src/config/parse-config.ts";
import {
  describeModel,
  describeParts,
  type Line,
} from "../../src/http/admin/page/describe-report.ts";
import { toPlainText } from "../../src/http/admin/page/markup.ts";
import { TEXTS } from "../../src/http/admin/page/texts.ts";
import { describeConfig } from "../../src/platforms/describe-config.ts";
import { isFunctionUrl } from "../telegram/function-url.ts";
import type { Target } from "./doctor-arguments.ts";
import type { Examination } from "./examination.ts";
import { failed, passed, skipped, warning, type Finding } from "./report.ts";

/**
 * Reports each invalid variable on this computer, or what the settings enable.
 */
export async function* checkConfiguration({
  settings,
  order: { target },
}: Pick<Examination, "settings" | "order">): AsyncGenerator<Finding> {
  const { sources, unknown } = settings;
  if (settings.kind === "wrong") {
    for (const { variable, problem } of settings.problems) {
      const place = sources.get(variable) ?? ".dev.vars";
      yield failed(`${variable} ${problem}.`, adviceFor(place, target));
    }
  } else {
    yield passed(describeSources(sources));
    yield* describeConfiguration(settings.config, target);
  }
  if (unknown.length > 0) {
    const likely = findMisspelled(unknown, VARIABLES).map(
      (one) => `${one.variable} is probably meant to be ${one.likely}.`,
    );
    yield warning(
      `Parley has no variable ${unknown.join(", ")}.`,
      ...likely,
      ...(likely.length < unknown.length
        ? ["Find the right name in docs/configuration.md."]
        : []),
    );
  }
  const overlooked = namesFrom("the environment", sources);
  if (target.isLocal && overlooked.length > 0)
    yield warning(
      `Only the environment of this terminal has ${overlooked.join(", ")}.`,
      "`npm run dev` does not read it: put these variables into .dev.vars.",
    );
}

type Sources = Examination["settings"]["sources"];

function describeSources(sources: Sources): string {
  const places = [...new Set(sources.values())].map(
    (place) => `${namesFrom(place, sources).join(", ")} (${place})`,
  );
  return places.length === 0
    ? "Nothing is set: all variables have their defaults."
    : `Set and valid: ${places.join("; ")}.`;
}

function namesFrom(place: string, sources: Sources): readonly string[] {
  return [...sources].flatMap(([name, from]) => (from === place ? name : []));
}

function adviceFor(place: string, { isLocal }: Target): string {
  return isLocal
    ? `Fix it in ${place} and restart \`npm run dev\`.`
    : `Fix it in ${place}; and where the deployment has it, too: \`npx wrangler secret put\`, or [vars] in wrangler.toml and \`npm run deploy\`.`;
}

/** What is on and off, and what is probably not meant. */
function* describeConfiguration(
  config: Config,
  { url, isLocal }: Target,
): Generator<Finding> {
  const texts = TEXTS.en;
  const isOnAws = isFunctionUrl(url);
  const report = describeConfig(config, isOnAws ? "aws" : "cloudflare");
  const deployed = isOnAws ? texts.setAws : texts.setCloudflare;
  const setText = isLocal ? texts.setLocal : deployed;
  for (const { title, state, lines } of [
    describeModel(report, texts),
    ...describeParts(report, { texts, language: "en" }),
  ]) {
    const say = ({ text, values = {} }: Line) =>
      toPlainText(text, { values, setText });
    const facts = lines.filter(({ isBad }) => !isBad).map(say);
    const fact = `${title}: ${facts.join(" ")}`;
    if (facts.length > 0) yield state === "off" ? skipped(fact) : passed(fact);
    for (const line of lines) if (line.isBad) yield warning(say(line));
  }
}
