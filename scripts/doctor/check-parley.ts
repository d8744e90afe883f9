import type { Config } from "../../src/config/parse-config.ts";
import { VERSION } from "../../src/runtime/version.ts";
import type { HealthReading, RunningHealth } from "../parley-client.ts";
import type { Target } from "./doctor-arguments.ts";
import type { Examination } from "./examination.ts";
import { failed, passed, warning, type Finding } from "./report.ts";

/**
 * Checks that Parley runs at the target, with the same configuration as here.
 */
export async function* checkParley({
  health: readHealth,
  settings,
  order: { target },
}: Pick<
  Examination,
  "health" | "settings" | "order"
>): AsyncGenerator<Finding> {
  const reading = await readHealth();
  if (reading.kind !== "healthy") {
    yield* explainReading(reading, target);
    return;
  }
  const { health, ms } = reading;
  const { version } = health;
  yield passed(`Parley ${version} answers; ${describe(health)}.`, ms);
  if (version !== VERSION)
    yield warning(
      `The code here is Parley ${VERSION}.`,
      target.isLocal
        ? "Restart `npm run dev` in this folder."
        : "Deploy it with `npm run deploy`.",
    );
  if (settings.kind === "right")
    yield* compare(health, settings.config, target);
}

function explainReading(
  reading: Exclude<HealthReading, { kind: "healthy" }>,
  { url, isLocal }: Target,
): readonly Finding[] {
  switch (reading.kind) {
    case "unreachable":
      return [
        failed(
          `Parley does not answer: ${reading.reason}.`,
          isLocal
            ? "Start it with `npm run dev`. If it runs on another port: npm run doctor -- --url http://localhost:8797"
            : "Is this the address that `npm run deploy` printed?",
        ),
      ];
    case "misconfigured":
      return reading.problem.errors.map(({ pointer, detail }) =>
        failed(
          `It refuses to start: ${pointer.slice(1)} ${detail}.`,
          isLocal
            ? "Fix it in .dev.vars and restart `npm run dev`."
            : "Fix it with `npx wrangler secret put`, or under [vars] in wrangler.toml and with `npm run deploy`.",
        ),
      );
    case "strange":
      return [
        failed(
          `The server there is not Parley: HTTP ${reading.status} for ${url}/healthz.`,
          isLocal
            ? "Is another program using this port? Parley prints its address at startup."
            : "Is this the address of the deployment? Nothing in front of it, such as Cloudflare Access, may ask for a login.",
        ),
      ];
  }
}

function compare(
  { model, tools, channels }: RunningHealth,
  config: Config,
  { isLocal }: Target,
): readonly Finding[] {
  const here = expectedHealth(config);
  const differences = [
    ...difference("model", model, here.model),
    ...difference("tools", list(tools), list(here.tools)),
    ...Object.entries(here.channels).flatMap(([name, isOn]) =>
      difference(name, onOff(channels[name] === true), onOff(isOn)),
    ),
  ];
  if (differences.length === 0)
    return [passed("Its configuration matches this one.")];
  return [
    warning(
      `Its configuration differs from this one: ${differences.join("; ")}.`,
      isLocal
        ? "If .dev.vars has changed, restart `npm run dev`: it is read once, at startup. What was passed by --var is not known here: to have it checked, put it into .dev.vars."
        : "The checks below use this computer's settings; `npx wrangler secret list` lists those of the deployment.",
    ),
  ];
}

function expectedHealth({ model, tools, channels, webhook, web }: Config) {
  return {
    model: model.kind === "demo" ? "demo" : model.names[0],
    tools,
    channels: {
      ...Object.fromEntries(
        channels.map(({ definition: { name }, on }) => [
          name,
          on !== undefined,
        ]),
      ),
      webhook: webhook.isOn,
      web: web.mode !== "off",
    },
  };
}

function difference(what: string, there: string, here: string): string[] {
  return there === here ? [] : [`${what} there ${there}, here ${here}`];
}

function describe({ model, tools, channels }: RunningHealth): string {
  const open = Object.keys(channels).filter((name) => channels[name]);
  return `model ${model}, tools ${list(tools)}, channels ${list(open)}`;
}

function list(names: readonly string[]): string {
  return names.join(", ") || "none";
}

function onOff(isOn: boolean): string {
  return isOn ? "on" : "off";
}
