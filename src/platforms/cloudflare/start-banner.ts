import { ConfigurationError } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import type { SetUp } from "./set-up.ts";

const PAGE = {
  local: "/ (on this machine)",
  password: "/ (with a password)",
  public: "/ (for everybody)",
  off: "off (set WEB_CHAT)",
};

/** What the log says when the Worker starts: how it is set up, or every variable that keeps it from starting. */
export function startBanner(setUp: () => SetUp): string {
  try {
    return describe(setUp());
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

function describe({ config, bot, libraryKeysFor }: SetUp): string {
  const { developmentKey, keys } = config.webhook;
  const keyNames = keys.map(({ name }) => name).join(", ");
  const lines = [
    `Parley ${VERSION}`,
    `  model     ${bot.agent.model.name}${bot.isDemo ? " (a stand-in; set OPENAI_API_KEY for a real one)" : ""}`,
    `  tools     ${config.tools.join(", ") || "none"}`,
    `  page      ${PAGE[config.web.mode]}`,
    `  telegram  ${config.telegram === undefined ? "off (set TELEGRAM_BOT_TOKEN and TELEGRAM_WEBHOOK_SECRET)" : "/telegram/webhook"}`,
    `  http      ${keyNames === "" && developmentKey === undefined ? "off (set WEBHOOK_API_KEYS)" : `/v1/messages${keyNames && ` for ${keyNames}`}`}`,
    `  library   ${libraryKeysFor === undefined ? "closed (set LIBRARY_KEY)" : "/library for npm run library:add"}`,
  ];
  if (config.adminKey !== undefined) lines.push("  admin     /admin/turns");
  const servers = config.mcp.servers.map(({ name }) => name).join(", ");
  if (servers !== "") lines.push(`  mcp       ${servers}`);
  if (developmentKey !== undefined) {
    lines.push(
      `  API key   ${developmentKey.key} (works under wrangler dev only, on this machine)`,
    );
  }
  return lines.join("\n");
}
