import { dailyTokensOrShare, type TokenLimit } from "../../settings/fields.ts";
import {
  readSetting,
  readSettings,
  setting,
  toProblems,
  type SetVariables,
  type ValuesOf,
} from "../../settings/setting.ts";
import type { Access } from "../../types/access.ts";
import type { MessageIndex } from "../../types/archive.ts";
import type { ChannelRoute, ReceivingChannel } from "../../types/channel.ts";
import type { ConfigurationProblem } from "../../types/errors.ts";
import type { ChannelName } from "../../types/message.ts";
import {
  namesOf,
  readRequired,
  type Given,
  type NamedSetting,
  type RequiredVariables,
} from "./channel-variables.ts";

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

type IdList = NamedSetting<readonly string[]>;
type NamedSettings = Readonly<Record<string, NamedSetting<unknown>>>;

type Own<
  Required extends RequiredVariables,
  Optional extends NamedSettings,
> = Given<Required> & ValuesOf<Optional>;

/**
 * Declares a channel, in `channels/<name>/<name>-definition.ts`. Evaluated at
 * every start: keep it small.
 *
 * Variables are declared under the names that the channel has them by. Name
 * secrets with `token`, `secret`, `key` or `password`: the doctor redacts by
 * name.
 */
interface Declaration<
  Required extends RequiredVariables,
  Optional extends NamedSettings,
> {
  /** Lower case; prefix of the channel's conversations, paths and variables. */
  readonly name: ChannelName;
  /** Display name. */
  readonly title: string;
  /** They enable the channel: all must be set, or none. */
  readonly required: Required;
  /**
   * Without `<NAME>_DAILY_TOKENS`, which every channel has. Default of that: 75
   * percent of the deployment's daily tokens.
   */
  readonly optional: Optional;
  /** Lists of those who may use the channel; everybody if all are empty. */
  readonly allowed: {
    readonly people: IdList;
    readonly chats?: IdList;
  };
  /** Where the platform sends its requests. */
  readonly routes: readonly ChannelRoute[];
  /**
   * Imports the channel's code dynamically, so that a disabled channel costs
   * nothing.
   */
  readonly load: (
    settings: Own<Required, Optional>,
    parts: ChannelParts & { readonly access: Access },
  ) => Promise<ReceivingChannel>;
}

/** A declared channel, as the rest of Parley uses it. */
export interface ChannelDefinition {
  readonly name: ChannelName;
  readonly title: string;
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

export interface ConfiguredChannel {
  readonly definition: Pick<
    ChannelDefinition,
    "name" | "title" | "switchedOnBy" | "routes" | "dailyTokensVariable"
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
  Required extends RequiredVariables,
  Optional extends NamedSettings,
>({
  name,
  title,
  required,
  optional,
  allowed,
  routes,
  load,
}: Declaration<Required, Optional>): ChannelDefinition & {
  /** `undefined` if the channel is disabled. */
  settingsIn(
    channels: readonly ConfiguredChannel[],
  ): Own<Required, Optional> | undefined;
} {
  const dailyTokensVariable = `${name.toUpperCase()}_DAILY_TOKENS`;
  const limit = setting(dailyTokensOrShare, { percent: 75 });
  const enabling = Object.values(required);
  const described = {
    name,
    title,
    routes,
    dailyTokensVariable,
    switchedOnBy: enabling.map(({ variable }) => variable).join(" and "),
  };
  /** Typed settings by channel. */
  const known = new WeakMap<ConfiguredChannel, Own<Required, Optional>>();

  const configure: ChannelDefinition["configure"] = (set) => {
    const given = readRequired(required, set);
    const others = readSettings(optional, set);
    const lists = readSettings<Readonly<Record<string, IdList>>>(allowed, set);
    const dailyTokens = readSetting(limit, set.get(dailyTokensVariable));
    const problems = [
      ...given.problems,
      ...others.problems,
      ...lists.problems,
      ...toProblems(dailyTokensVariable, dailyTokens),
    ];
    if (!others.values || !lists.values || !dailyTokens.data)
      return { problems };
    const access = accessOf(lists.values);
    const base = {
      definition: described,
      access,
      dailyTokens: dailyTokens.data,
    };
    if (given.values === undefined) return { channel: base, problems };
    const settings = { ...given.values, ...others.values };
    const channel = {
      ...base,
      on: {
        settings,
        load: (parts: ChannelParts) => load(settings, { ...parts, access }),
      },
    };
    known.set(channel, settings);
    return { channel, problems };
  };

  return {
    ...described,
    variables: [
      ...[required, optional, allowed].flatMap(namesOf),
      dailyTokensVariable,
    ],
    ownSecrets: enabling
      .filter(({ isOwn }) => isOwn)
      .map(({ variable, origin }) => ({ variable, advice: origin })),
    configure,
    settingsIn: (channels) =>
      channels.map((channel) => known.get(channel)).find(Boolean),
  };
}

/** The listed people and chats, or everybody if both lists are empty. */
function accessOf({
  people = [],
  chats = [],
}: Readonly<Record<string, readonly string[]>>): Access {
  const isOpen = people.length === 0 && chats.length === 0;
  return isOpen ? "everybody" : { people, chats };
}

/** For platforms that verify the URL by a GET before they send events. */
export const CHECKED_WEBHOOK: readonly ChannelRoute[] = [
  { method: "GET", path: "/webhook" },
  { method: "POST", path: "/webhook" },
];
