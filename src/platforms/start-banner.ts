import type { Config } from "../config/parse-config.ts";
import { problemFor } from "../http/html.ts";
import { VERSION } from "../runtime/version.ts";
import { ConfigurationError } from "../types/errors.ts";
import type { Problem } from "../types/problem.ts";
import { callersIn, hasConsole, type Assembly } from "./assemble.ts";

const PAGE = {
  local: "/ (through the link that npm run dev prints)",
  password: "/ (with a password)",
  public: "/ (public)",
  off: "off (set WEB_CHAT)",
};

type SetUp = Pick<Assembly, "libraryKeys"> & {
  readonly config: Config;
  readonly bot: Pick<Assembly["bot"], "isDemo"> & {
    readonly agent: Pick<Assembly["bot"]["agent"], "model">;
  };
};

/**
 * The log text at startup: the configuration, or every variable that is wrong.
 * Contains no secrets, since logs are stored and read by others; the
 * development token is printed by the scripts that start Parley.
 * @param options.hasLibrary whether the platform has a library
 */
export function startBanner(
  setUp: () => SetUp,
  options: { hasLibrary: boolean },
): string {
  try {
    return describe(setUp(), options);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

function describe(
  { config, bot, libraryKeys }: SetUp,
  { hasLibrary }: { hasLibrary: boolean },
): string {
  const callerNames = callersIn(config.webhook).join(", ");
  const lines = [
    `Parley ${VERSION}`,
    `  model     ${bot.agent.model.name}${bot.isDemo ? " (set OPENAI_API_KEY for a real model)" : ""}`,
    `  tools     ${config.tools.join(", ") || "none"}`,
    `  page      ${PAGE[config.web.mode]}`,
    ...describeChannels(config),
    `  http      ${config.webhook.isOn ? `/v1/messages and /openai/v1 for ${callerNames}, described at /docs` : "off (set WEBHOOK_API_KEYS or WEBHOOK_SIGNING_SECRET)"}`,
  ];
  if (hasLibrary) {
    const access =
      libraryKeys.length === 0
        ? "closed (set LIBRARY_KEY)"
        : "/library for npm run library:add";
    const tool = config.tools.includes("library")
      ? ""
      : "; not searched (add library to TOOLS)";
    lines.push(`  library   ${access}${tool}`);
  }
  const isOperated =
    config.adminKey !== undefined || config.developmentToken !== undefined;
  lines.push(
    `  setup     ${isOperated ? "/setup" : "/setup (closed; set ADMIN_API_KEY)"}`,
    `  console   ${hasConsole(config) ? "/console" : "closed (set ADMIN_API_KEY)"}`,
  );
  if (config.adminKey !== undefined) lines.push("  admin     /admin/turns");
  const servers = config.mcp.servers.map(({ name }) => name).join(", ");
  if (servers !== "") lines.push(`  mcp       ${servers}`);
  const warnings = config.misspelled.map(
    ({ variable, likely }) =>
      `Warning: ${variable} is not a variable of Parley and does nothing. Did you mean ${likely}?`,
  );
  return [...lines, ...warnings].join("\n");
}

/** One line for each channel that is on, and one for all others. */
function describeChannels({ channels }: Config): readonly string[] {
  const off = channels.filter(({ on }) => on === undefined);
  return [
    ...channels
      .filter(({ on }) => on !== undefined)
      .map(({ definition: { name, routes } }) => {
        const paths = new Set(routes.map(({ path }) => `/${name}${path}`));
        return `  ${name.padEnd(9)} ${[...paths].join(", ")}`;
      }),
    ...(off.length === 0
      ? []
      : [
          `  off       ${off.map(({ definition: { title } }) => title).join(", ")} (docs/channels)`,
        ]),
  ];
}

/** A guess: about as long as a deployment takes. */
const RETRY_AFTER_SECONDS = 60;

/**
 * The response to every request while the configuration is wrong. Names the
 * variables; the error never holds their values.
 */
export function refuseToStart(
  request: Request,
  error: ConfigurationError,
): Response {
  return problemFor(request, wrongConfiguration(error));
}

export function wrongConfiguration({ problems }: ConfigurationError): Problem {
  return {
    status: 503,
    slug: "wrong-configuration",
    title: "Parley is not set up",
    detail: `${problems.map(({ variable, problem }) => `${variable} ${problem}.`).join(" ")} Fix that and restart: variables are read once, at startup.`,
    errors: problems.map(({ variable, problem }) => ({
      pointer: `/${variable}`,
      detail: problem,
    })),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  };
}
