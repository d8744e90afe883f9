import { ConfigurationError } from "../errors.ts";
import { VERSION } from "../version.ts";
import type { Config } from "../config.ts";
import type { Assembly } from "./assemble.ts";

const PAGE = {
  local: "/ (on this machine)",
  password: "/ (with a password)",
  public: "/ (for everybody)",
  off: "off (set WEB_CHAT)",
};

type SetUp = Pick<Assembly, "bot" | "libraryKeysFor"> & {
  readonly config: Config;
};

/**
 * What the log says when Parley starts: how it is set up, or every variable that keeps it from starting.
 * @param command what it was started with on the developer's machine
 * @param hasLibrary whether the platform has one
 */
export function startBanner(
  setUp: () => SetUp,
  options: { command: string; hasLibrary: boolean },
): string {
  try {
    return describe(setUp(), options);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

function describe(
  { config, bot, libraryKeysFor }: SetUp,
  { command, hasLibrary }: { command: string; hasLibrary: boolean },
): string {
  const { developmentKey, developmentSecret, isOn, ...callers } =
    config.webhook;
  const callerNames = [
    ...new Set(
      [...callers.keys, ...callers.signingSecrets].map(({ name }) => name),
    ),
  ].join(", ");
  const lines = [
    `Parley ${VERSION}`,
    `  model     ${bot.agent.model.name}${bot.isDemo ? " (a stand-in; set OPENAI_API_KEY for a real one)" : ""}`,
    `  tools     ${config.tools.join(", ") || "none"}`,
    `  page      ${PAGE[config.web.mode]}`,
    `  telegram  ${config.telegram === undefined ? "off (set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET)" : "/telegram/webhook"}`,
    `  http      ${isOn ? `/v1/messages and /openai/v1${callerNames && ` for ${callerNames}`}, described at /docs` : "off (set WEBHOOK_API_KEYS or WEBHOOK_SIGNING_SECRET)"}`,
  ];
  if (hasLibrary)
    lines.push(
      `  library   ${libraryKeysFor === undefined ? "closed (set LIBRARY_KEY)" : "/library for npm run library:add"}`,
    );
  if (config.adminKey !== undefined) lines.push("  admin     /admin/turns");
  const servers = config.mcp.servers.map(({ name }) => name).join(", ");
  if (servers !== "") lines.push(`  mcp       ${servers}`);
  if (developmentKey !== undefined) {
    lines.push(
      `  API key   ${developmentKey.key} (works under ${command} only, on this machine)`,
    );
  }
  if (developmentSecret !== undefined) {
    lines.push(
      `  secret    ${developmentSecret.secret} (for signatures, likewise)`,
    );
  }
  return lines.join("\n");
}
