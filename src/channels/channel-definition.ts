import type { MessageIndex } from "../archive.ts";
import type { Access, ChannelRoute, ReceivingChannel } from "../channel.ts";
import { dailyTokensOrShare, type TokenLimit } from "../config/fields.ts";
import {
  readSetting,
  readSettings,
  setting,
  type Settings,
  type SetVariables,
  toProblems,
  type ValuesOf,
} from "../config/setting.ts";
import type { ConfigurationProblem } from "../errors.ts";
import type { ChannelName } from "../message.ts";

/** What a channel is made from besides its settings. */
export interface ChannelParts {
  /** Keeps what the channel claims, under an owner of its own whose name has a colon: `slack:…`. */
  readonly index: MessageIndex;
}

/** Of variables that are all set. */
type Given<Some extends Settings> = {
  readonly [Name in keyof Some]: NonNullable<ValuesOf<Some>[Name]>;
};

/** What a channel says of itself, in `channels/<name>/<name>-definition.ts`. Evaluated at every start: keep it small. */
interface Declaration<
  Required extends Settings,
  Optional extends Settings,
  Own,
> {
  /** Lower case: the first part of its conversations' names, of its paths, and of its variables. */
  readonly name: ChannelName;
  /** As people call it. */
  readonly title: string;
  /** The variables that switch it on: all of them are set, or none. */
  readonly required: Required;
  /** Where each of them comes from: a sentence without its full stop. */
  readonly origins: Readonly<Record<keyof Required & string, string>>;
  /** Of the required ones, those that the operator makes up: they must not be easily guessed. */
  readonly ownSecrets?: readonly (keyof Required & string)[];
  /** Its other variables with their defaults. `<NAME>_DAILY_TOKENS`, which each channel has, is not named here. */
  readonly optional: Optional;
  /** What is wrong with its variables together, each of which may be right by itself. */
  readonly findConflicts?: (
    set: SetVariables,
  ) => readonly ConfigurationProblem[];
  /** Its part of all tokens of a day, unless `<NAME>_DAILY_TOKENS` says otherwise. */
  readonly dailyShare?: { readonly percent: number };
  /** Where the platform's requests come in. */
  readonly routes: readonly ChannelRoute[];
  /** Plain data. Names of secrets in it have `token`, `secret`, `key` or `password` in them: by that the doctor hides them. */
  readonly read: (values: Given<Required> & ValuesOf<Optional>) => Own;
  /** Who may use it. */
  readonly access: (values: ValuesOf<Optional>) => Access;
  /** Imports its code when it is first needed, so that a channel that is off costs nothing. */
  readonly load: (
    settings: Own,
    parts: ChannelParts,
  ) => Promise<ReceivingChannel>;
}

/** A channel as the rest of Parley knows it. */
export interface ChannelDefinition {
  readonly name: ChannelName;
  readonly title: string;
  /** Every variable that it knows. */
  readonly variables: readonly string[];
  readonly dailyTokensVariable: string;
  /** What switches it on: `SLACK_BOT_TOKEN and SLACK_SIGNING_SECRET`. */
  readonly switchedOnBy: string;
  /** Secrets that its operator makes up, and how to make them. */
  readonly ownSecrets: readonly {
    readonly variable: string;
    readonly advice: string;
  }[];
  readonly routes: readonly ChannelRoute[];
  /** Reads its variables; no channel where one of them is wrong. A problem is a clause that follows the variable's name, and holds no value. */
  configure(set: SetVariables): {
    readonly channel?: ConfiguredChannel;
    readonly problems: readonly ConfigurationProblem[];
  };
}

/** A channel and what its variables say of it. */
export interface ConfiguredChannel {
  readonly definition: Pick<
    ChannelDefinition,
    "name" | "title" | "switchedOnBy" | "routes"
  >;
  readonly access: Access;
  readonly dailyTokens: TokenLimit;
  /** Left out where it is off. */
  readonly on?: {
    /** Plain data that only the channel itself understands. */
    readonly settings: unknown;
    load(parts: ChannelParts): Promise<ReceivingChannel>;
  };
}

/** Makes the definition of a channel. Its settings can be found among those of all by who needs to know their type. */
export function defineChannel<
  Required extends Settings,
  Optional extends Settings,
  Own,
>(
  declaration: Declaration<Required, Optional, Own>,
): ChannelDefinition & {
  /** `undefined` where it is off. */
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
  /** What was read, for who knows its type. */
  const known = new WeakMap<ConfiguredChannel, Own>();

  /** Those that are missing where others of them are there. */
  const findMissing = (set: SetVariables): ConfigurationProblem[] => {
    const present = switches.find((variable) => set.has(variable));
    if (present === undefined) return [];
    return Object.entries<string>(origins)
      .filter(([variable]) => !set.has(variable))
      .map(([variable, origin]) => ({
        variable,
        problem: `is missing; ${present} requires it. ${origin}`,
      }));
  };

  const configure: ChannelDefinition["configure"] = (set) => {
    const switching = readSettings(required, set);
    const others = readSettings(optional, set);
    const dailyTokens = readSetting(limit, set.get(dailyTokensVariable));
    const problems = [
      ...findMissing(set),
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

function areGiven<Required extends Settings>(
  required: Required,
  values: ValuesOf<Required> | undefined,
): values is Given<Required> {
  return (
    values !== undefined &&
    Object.keys(required).every((variable) => values[variable] !== undefined)
  );
}

/** Those that are listed, or everybody where nobody is. */
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

/** Of a platform that checks the address by a GET before it sends anything there. */
export const CHECKED_WEBHOOK: readonly ChannelRoute[] = [
  { method: "GET", path: "/webhook" },
  { method: "POST", path: "/webhook" },
];
