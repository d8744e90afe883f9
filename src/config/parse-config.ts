import { readPromptTemplate } from "../agent/agent-settings.ts";
import { CHANNEL_CATALOGUE } from "../channels/channel-catalogue.ts";
import { readSettings } from "../settings/setting.ts";
import { chooseTools, TOOL_CATALOGUE } from "../tools/tool-catalogue.ts";
import { ConfigurationError } from "../types/errors.ts";
import { ENVIRONMENT, VARIABLES } from "./environment.ts";
import { findConflicts } from "./find-conflicts.ts";
import { describeMisspelling, findMisspelled } from "./find-misspelled.ts";
import { findSecrets } from "./find-secrets.ts";
import { findWeakSecrets } from "./find-weak-secrets.ts";
import { toConfig } from "./to-config.ts";

/** The parsed configuration. */
export type Config = ReturnType<typeof toConfig>;

/**
 * Parses the environment. Variables that are empty or `-` (for forms with
 * required fields) count as unset. Throws `ConfigurationError` with every
 * invalid variable, and with misspelled ones, which alone do not prevent the
 * start.
 * @param developmentToken the checkout's token under `npm run dev` or `npm run
 * dev:aws`: anyone who has it may use everything without further settings. It is
 * no variable, so that no deployment can turn on development mode by a setting.
 */
export function parseConfig(
  environment: Record<string, unknown>,
  { developmentToken }: { developmentToken?: string | undefined } = {},
): Config {
  const set = toSetVariables(environment);
  const read = readSettings(ENVIRONMENT, set);
  const { valid } = read;
  const promptTemplate = readPromptTemplate(valid);
  const tools = chooseTools(valid, { catalogue: TOOL_CATALOGUE });
  const readings = CHANNEL_CATALOGUE.map((definition) =>
    definition.configure(set),
  );
  const channels = readings.flatMap(({ channel }) => channel ?? []);
  const known = { set, valid, channels, developmentToken };
  const wrong = [
    ...read.problems,
    ...readings.flatMap((reading) => reading.problems),
    ...findConflicts(known),
    ...promptTemplate.problems,
    ...tools.problems,
  ];
  const weak =
    developmentToken === undefined
      ? findWeakSecrets(known).filter(({ variable }) =>
          wrong.every((other) => other.variable !== variable),
        )
      : [];
  const problems = [...wrong, ...weak];
  const misspelled = findMisspelled(set.keys(), VARIABLES);
  const { values } = read;
  if (values === undefined || problems.length > 0)
    throw new ConfigurationError([
      ...problems,
      ...misspelled.map(describeMisspelling),
    ]);
  return toConfig(values, {
    channels,
    tools: tools.names,
    promptTemplate: promptTemplate.template,
    misspelled,
    developmentToken,
    secrets: findSecrets(set),
  });
}

function toSetVariables(
  environment: Record<string, unknown>,
): Map<string, string> {
  const set = new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      typeof value === "string" && !["", "-"].includes(value.trim())
        ? [[name, value]]
        : [],
    ),
  );
  // Setting a password implies asking for it.
  if (set.has("WEB_CHAT_PASSWORD") && !set.has("WEB_CHAT"))
    set.set("WEB_CHAT", "password");
  return set;
}
