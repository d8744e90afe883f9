import { describeParts } from "./describe-parts.ts";
import type { Examination } from "./examination.ts";
import { failed, type Finding, passed, warning } from "./finding.ts";
import type { Target } from "./target.ts";

/** The settings on this computer: every wrong variable, or what they switch on. */
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
    yield* describeParts(settings.config);
  }
  if (unknown.length > 0)
    yield warning(
      `Parley has no variable ${unknown.join(", ")}.`,
      "Look for the right name in .dev.vars.example.",
    );
  const overlooked = namesFrom("the environment", sources);
  if (target.isLocal && overlooked.length > 0)
    yield warning(
      `Only the environment of this terminal has ${overlooked.join(", ")}.`,
      "`npm run dev` does not look there: put what it needs into .dev.vars.",
    );
}

type Sources = Examination["settings"]["sources"];

function describeSources(sources: Sources): string {
  const places = [...new Set(sources.values())].map(
    (place) => `${namesFrom(place, sources).join(", ")} (${place})`,
  );
  return places.length === 0
    ? "Nothing is set: every variable has its default."
    : `Set, and right: ${places.join("; ")}.`;
}

function namesFrom(place: string, sources: Sources): readonly string[] {
  return [...sources].flatMap(([name, from]) => (from === place ? name : []));
}

function adviceFor(place: string, { isLocal }: Target): string {
  return isLocal
    ? `Mend it in ${place}, and start \`npm run dev\` again.`
    : `Mend it in ${place}; and where the deployment has it, too: \`npx wrangler secret put\`, or [vars] in wrangler.toml and \`npm run deploy\`.`;
}
