import { styleText } from "node:util";
import type { Finding } from "./finding.ts";
import { formatFinding } from "./format-finding.ts";
import type { StageName } from "./stage-names.ts";

export type StageFinding = Finding & { readonly stage: StageName };

/** How often each kind was found. */
export type Counts = Readonly<Record<Finding["kind"], number>>;

/** Shows what comes of the stages. */
export interface Reporter {
  begin(stage: StageName): void;
  add(finding: Finding): void;
  end(result: { counts: Counts; findings: readonly StageFinding[] }): void;
}

const TITLES: Readonly<Record<StageName, string>> = {
  configuration: "Configuration",
  parley: "Parley",
  model: "Model",
  tools: "Tools",
  storage: "Storage",
  telegram: "Telegram",
};

/** For people: each finding as it comes. */
export function createTextReporter({
  url,
  hasColours,
  print,
}: {
  url: string;
  hasColours: boolean;
  print: (line: string) => void;
}): Reporter {
  return {
    begin(stage) {
      const title = hasColours
        ? styleText("bold", TITLES[stage], { validateStream: false })
        : TITLES[stage];
      print(stage === "parley" ? `${title} at ${url}` : title);
    },
    add: (finding) => print(formatFinding(finding, { hasColours })),
    end: ({ counts }) => print(`\n${summarise(counts)}`),
  };
}

/** For programs: one JSON object, at the end. */
export function createJsonReporter({
  url,
  print,
}: {
  url: string;
  print: (line: string) => void;
}): Reporter {
  return {
    begin: () => {},
    add: () => {},
    end: ({ counts, findings }) =>
      print(JSON.stringify({ url, summary: counts, findings }, null, 2)),
  };
}

function summarise({ passed, warning, failed, skipped }: Counts): string {
  const rest = `${passed} right, ${skipped} not looked at`;
  if (failed > 0)
    return `Something does not work: ${failed} failed, ${warning} to look at, ${rest}.`;
  return warning > 0
    ? `It works; ${warning} to look at, ${rest}.`
    : `All is well: ${rest}.`;
}
