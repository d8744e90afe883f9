/** An attack that was tried, and what came of it before there was anything against it. */
export interface KnownAttack {
  /** As it is shown: what is counted comes after the colon. */
  readonly label: string;
  /** On commit 677f66f: measured, or all that is tried where nothing was against it there. */
  readonly before: number;
}

/** In the order of the table. Each is kept as a test, which records what came of it now: see `recordAttack`. */
export const ATTACKS = {
  parallelSpending: {
    label:
      "40 messages at once that ask for 8,000 tokens each, with 20,000 a day for all: tokens spent",
    before: 140_114,
  },
  inventedSessions: {
    label: "60 messages in sessions that were made up: taken",
    before: 60,
  },
  sessionsOfOneAddress: {
    label: "300 sessions wanted at one address: given in an hour",
    before: 300,
  },
  messagesOfOneAddress: {
    label: "100 messages in 10 sessions of one address: taken in a minute",
    before: 100,
  },
  streamsOfOneVisitor: {
    label: "400 streams wanted by one visitor: open at once",
    before: 400,
  },
  streamsOfOneAddress: {
    label: "400 more by nine others at its address: open at once, in all",
    before: 400,
  },
  publishedKey: {
    label:
      "The published key of development, with and without a forged address: let in",
    before: 6,
  },
  forgedAddress: {
    label: "No key, from an address that is forged to be this machine: let in",
    before: 1,
  },
  developmentDeployed: {
    label: "npm run deploy with NODE_ENV=development: routes open to its key",
    before: 3,
  },
  tracesOnWorkers: {
    label:
      "Forgotten on Workers, of 8 words about a person: left in all objects",
    before: 5,
  },
  tracesOnAws: {
    label: "Forgotten on AWS, of 8 words about a person: left in the table",
    before: 3,
  },
  signedForAnother: {
    label: "Replies that a caller chose, sent to another one's endpoint",
    before: 3,
  },
  passwords: {
    label: "500 guesses at the page's password from one address: looked at",
    before: 500,
  },
  passwordsOfBotnet: {
    label: "500 guesses from 500 addresses: looked at",
    before: 500,
  },
  keys: {
    label: "200 guesses at API keys from one address: looked at",
    before: 200,
  },
  weakSecrets: {
    label: "Secrets of one character outside of development: accepted",
    before: 5,
  },
  fixedSession: {
    label: "A session that a sibling domain has set: read",
    before: 1,
  },
  postsWithoutOrigin: {
    label: "Posts to the page that do not say which site they come from: taken",
    before: 2,
  },
  strangersOnTelegram: {
    label: "60 messages of a stranger on Telegram: refusals sent in a minute",
    before: 60,
  },
  commandsOnTelegram: {
    label: "60 times /help on Telegram: answered in a minute",
    before: 60,
  },
  largeUpdate: {
    label:
      "An update of 393,699 bytes: attempts that Telegram repeats for a day",
    before: 1,
  },
  wrongConfiguration: {
    label:
      "12 alarms while the configuration is wrong: turns that never run again",
    before: 1,
  },
  endlessReply: {
    label: "A model's reply of ten megabytes: characters stored",
    before: 10_000_000,
  },
} as const satisfies Readonly<Record<string, KnownAttack>>;

export type AttackName = keyof typeof ATTACKS;
