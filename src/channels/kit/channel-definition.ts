import { dailyTokensOrShare, type TokenLimit } from "../../settings/fields.ts";
import {
  readSetting,
  readSettings,
  setting,
  toProblems,
  type Settings,
  type SetVariables,
  type ValuesOf,
} from "../../settings/setting.ts";
import type { Access } from "../../types/access.ts";
import type { MessageIndex } from "../../types/archive.ts";
import type { ChannelRoute, ReceivingChannel } from "../../types/channel.ts";
import type { ConfigurationProblem } from "../../types/errors.ts";
import type { ChannelName } from "../../types/message.ts";

/** What a channel needs besides its settings. */
export interface ChannelParts {
  /**
   * Stores the channel's claims, under an owner with a colon in its name:
   * `slack:…`.
   */
  readonly index: MessageIndex;
  /**
   * How long ids of messages stay known. Platforms whose requests are signed
   * without a time can be replayed later: such events are left out.
   */
  readonly idsKnownMs: number;
}

/** Values of variables that are all set. */
type Given<Some extends Settings> = {
  readonly [Name in keyof Some]: NonNullable<ValuesOf<Some>[Name]>;
};

/**
 * Declares a channel, in `channels/<name>/<name>-definition.ts`. Evaluated at
 * every start: keep it small.
 */
interface Declaration<
  Required extends Settings,
  Optional extends Settings,
  Own,
> {
  /** Lower case; prefix of the channel's conversations, paths and variables. */
  readonly name: ChannelName;
  /** Display name. */
  readonly title: string;
  /** The variables that enable it: all must be set, or none. */
  readonly required: Required;
  /** Where to get each of them: a sentence without its full stop. */
  readonly origins: Readonly<Record<keyof Required & string, string>>;
  /**
   * Required variables that the operator makes up; short values are rejected.
   */
  readonly ownSecrets?: readonly (keyof Required & string)[];
  /**
   * Optional variables with their defaults, without `<NAME>_DAILY_TOKENS`,
   * which every channel has.
   */
  readonly optional: Optional;
  /** Finds variables that are valid alone but not together. */
  readonly findConflicts?: (
    set: SetVariables,
  ) => readonly ConfigurationProblem[];
  /**
   * Share of the deployment's daily tokens, unless `<NAME>_DAILY_TOKENS` is
   * set. Default: 75 percent.
   */
  readonly dailyShare?: { readonly percent: number };
  /** Where the platform sends its requests. */
  readonly routes: readonly ChannelRoute[];
  /**
   * Returns plain data. Name secrets with `token`, `secret`, `key` or
   * `password`: the doctor redacts by name.
   */
  readonly read: (values: Given<Required> & ValuesOf<Optional>) => Own;
  readonly access: (values: ValuesOf<Optional>) => Access;
  /**
   * Imports the channel's code dynamically, so that a disabled channel costs
   * nothing.
   */
  readonly load: (
    settings: Own,
    parts: ChannelParts,
  ) => Promise<ReceivingChannel>;
}

/** A declared channel, as the rest of Parley uses it. */
export interface ChannelDefinition {
  readonly name: ChannelName;
  readonly title: string;
  /** All its variables. */
  readonly variables: readonly string[];
  readonly dailyTokensVariable: string;
  /**
   * The variables that enable it: `SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET`.
   */
  readonly switchedOnBy: string;
  /** Secrets that the operator makes up, with advice on how. */
  readonly ownSecrets: readonly {
    readonly variable: string;
    readonly advice: string;
  }[];
  readonly routes: readonly ChannelRoute[];
  /**
   * Reads its variables. No channel if an optional one is invalid. A problem is
   * a clause that follows the variable's name; it contains no values.
   */
  configure(set: SetVariables): {
    readonly channel?: ConfiguredChannel;
    readonly problems: readonly ConfigurationProblem[];
  };
}

/** A channel with its configuration. */
export interface ConfiguredChannel {
  readonly definition: Pick<
    ChannelDefinition,
    "name" | "title" | "switchedOnBy" | "routes"
  >;
  readonly access: Access;
  readonly dailyTokens: TokenLimit;
  /** Absent if the channel is disabled. */
  readonly on?: {
    /** Plain data that only the channel understands. */
    readonly settings: unknown;
    load(parts: ChannelParts): Promise<ReceivingChannel>;
  };
}

/**
 * Defines a channel. `settingsIn` finds its typed settings among all configured
 * channels.
 */
export function defineChannel<
  Required extends Settings,
  Optional extends Settings,
  Own,
>(
  declaration: Declaration<Required, Optional, Own>,
): ChannelDefinition & {
  /** `undefined` if the channel is disabled. */
  settingsIn(channels: readonly ConfiguredChannel[]): Own | undefined;
} {
  const { name, title, routes, required, origins, optional } = declaration;
  const { ownSecrets = [], dailyShare = { percent: 75 } } = declaration;
  const dailyTokensVariable = `${name.toUpperCase()}_DAILY_TOKENS`;
  const limit = setting(dailyTokensOrShare, dailyShare);
  const switches = Object.keys(required);
  const described = {
    name,
    title,
    routes,
    switchedOnBy: switches.join(" and "),
  };
  /** Typed settings by channel. */
  const known = new WeakMap<ConfiguredChannel, Own>();

  const configure: ChannelDefinition["configure"] = (set) => {
    const switching = readSettings(required, set);
    const others = readSettings(optional, set);
    const dailyTokens = readSetting(limit, set.get(dailyTokensVariable));
    const problems = [
      ...findMissing(set, origins),
      ...(declaration.findConflicts?.(set) ?? []),
      ...switching.problems,
      ...others.problems,
      ...toProblems(dailyTokensVariable, dailyTokens),
    ];
    if (others.values === undefined || dailyTokens.data === undefined)
      return { problems };
    const base = {
      definition: described,
      access: declaration.access(others.values),
      dailyTokens: dailyTokens.data,
    };
    if (!areGiven(required, switching.values))
      return { channel: base, problems };
    const settings = declaration.read({
      ...switching.values,
      ...others.values,
    });
    const load = (parts: ChannelParts) => declaration.load(settings, parts);
    const channel = { ...base, on: { settings, load } };
    known.set(channel, settings);
    return { channel, problems };
  };

  return {
    ...described,
    variables: [...switches, ...Object.keys(optional), dailyTokensVariable],
    dailyTokensVariable,
    ownSecrets: ownSecrets.map((variable) => ({
      variable,
      advice: origins[variable],
    })),
    configure,
    settingsIn: (channels) =>
      channels.map((channel) => known.get(channel)).find(Boolean),
  };
}

/** Reports missing variables if at least one required one is set. */
function findMissing(
  set: SetVariables,
  origins: Readonly<Record<string, string>>,
): ConfigurationProblem[] {
  const present = Object.keys(origins).find((variable) => set.has(variable));
  if (present === undefined) return [];
  return Object.entries(origins)
    .filter(([variable]) => !set.has(variable))
    .map(([variable, origin]) => ({
      variable,
      problem: `is missing; ${present} requires it. ${origin}`,
    }));
}

function areGiven<Required extends Settings>(
  required: Required,
  values: ValuesOf<Required> | undefined,
): values is Given<Required> {
  return (
    values !== undefined &&
    Object.keys(required).every((variable) => values[variable] !== undefined)
  );
}

/** The listed people and chats, or everybody if both lists are empty. */
export function accessOf({
  people,
  chats = [],
}: {
  people: readonly string[];
  chats?: readonly string[];
}): Access {
  const isOpen = people.length === 0 && chats.length === 0;
  return isOpen ? "everybody" : { people, chats };
}

/** For platforms that verify the URL by a GET before they send events. */
export const CHECKED_WEBHOOK: readonly ChannelRoute[] = [
  { method: "GET", path: "/webhook" },
  { method: "POST", path: "/webhook" },
];
