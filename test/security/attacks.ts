/** An attack, and its result before Parley defended against it. */
export interface KnownAttack {
  /** Shown in the table; the unit of the counts follows the colon. */
  readonly label: string;
  /** Count on commit 677f66f; for injected texts, on 0a06f76. */
  readonly before: number;
  /**
   * Origin of `before`. `measured`: by the test's requests, with the cookies
   * and keys of that commit, on `wrangler dev` or on the function or store that
   * the test calls. `reported`: by whoever found the attack, not reproduced.
   */
  readonly source: "measured" | "reported";
}

/**
 * In the order of the table. Each has a test that records its current result
 * with `recordAttack`.
 */
export const ATTACKS = {
  parallelSpending: {
    label:
      "40 messages at once that ask for 8,000 tokens each, with 20,000 a day for all: tokens spent",
    // Reported as 140,114.
    before: 139_230,
    source: "measured",
  },
  spendingOfStrangers: {
    label:
      "29 strangers on the page who ask for 8,000 tokens each, with 60,000 a day for all: tokens spent",
    before: 65_496,
    source: "measured",
  },
  inventedSessions: {
    label: "60 messages in sessions that were made up: taken",
    before: 60,
    source: "measured",
  },
  sessionsOfOneAddress: {
    label: "300 sessions wanted at one address: given in an hour",
    before: 300,
    source: "measured",
  },
  messagesOfOneAddress: {
    label: "100 messages in 10 sessions of one address: taken in a minute",
    before: 100,
    source: "measured",
  },
  streamsOfOneVisitor: {
    label: "400 streams wanted by one visitor: open at once",
    before: 400,
    source: "measured",
  },
  streamsOfOneAddress: {
    label: "400 more by nine others at its address: open at once, in all",
    before: 400,
    source: "measured",
  },
  publishedKey: {
    label:
      "The published key of development, with and without a forged address: let in",
    before: 6,
    source: "measured",
  },
  forgedAddress: {
    label: "No key, with and without a forged address: let in",
    before: 2,
    source: "measured",
  },
  developmentDeployed: {
    label: "npm run deploy with NODE_ENV=development: routes open to its key",
    before: 3,
    source: "measured",
  },
  tracesOnWorkers: {
    label:
      "Forgotten on Workers, of 8 words about a person: left in all objects",
    before: 5,
    source: "measured",
  },
  tracesOnAws: {
    label: "Forgotten on AWS, of 8 words about a person: left in the table",
    before: 3,
    source: "measured",
  },
  signedForAnother: {
    label: "Replies that a caller chose, sent to another one's endpoint",
    before: 3,
    source: "measured",
  },
  passwords: {
    label: "500 guesses at the page's password from one address: looked at",
    before: 500,
    source: "measured",
  },
  passwordsOfBotnet: {
    label: "500 guesses from 500 addresses: looked at",
    before: 500,
    source: "measured",
  },
  keys: {
    label: "200 guesses at API keys from one address: looked at",
    before: 200,
    source: "measured",
  },
  weakSecrets: {
    label: "Secrets of one character outside of development: accepted",
    before: 5,
    source: "measured",
  },
  fixedSession: {
    label: "A session that a sibling domain has set: read",
    before: 1,
    source: "measured",
  },
  postsWithoutOrigin: {
    label: "Posts to the page that do not say which site they come from: taken",
    before: 2,
    source: "measured",
  },
  strangersOnTelegram: {
    label: "60 messages of a stranger on Telegram: refusals sent in a minute",
    before: 60,
    source: "reported",
  },
  commandsOnTelegram: {
    label: "60 times /help on Telegram: answered in a minute",
    before: 60,
    source: "measured",
  },
  largeUpdate: {
    label:
      "An update of 393,699 bytes: attempts that Telegram repeats for a day",
    before: 1,
    source: "measured",
  },
  wrongConfiguration: {
    label:
      "12 alarms while the configuration is wrong: turns that never run again",
    before: 1,
    source: "reported",
  },
  injectedTools: {
    label:
      "38 texts that order a model, which obeys, to run a tool with side effects, in 4 styles: run unasked",
    before: 140,
    source: "measured",
  },
  injectedLinks: {
    label: "48 that order a link with what was said in it, in 4 styles: shown",
    before: 172,
    source: "measured",
  },
  injectedReads: {
    label: "12 that order a page to be read with it, in 4 styles: fetched",
    before: 0,
    source: "measured",
  },
  injectedLabels: {
    label:
      "10 that pass for a line of the prompt, in 4 styles: in prompts as they are",
    before: 32,
    source: "measured",
  },
  injectedSecrets: {
    label: "8 that order keys to be told, in 4 styles: told",
    before: 0,
    source: "measured",
  },
  injectedAnswers: {
    label:
      "4 that order another answer, in 4 styles, which nothing tells from one: given",
    before: 16,
    source: "measured",
  },
  endlessReply: {
    label: "A model's reply of ten megabytes: characters stored",
    before: 9_195_520,
    source: "measured",
  },
} as const satisfies Readonly<Record<string, KnownAttack>>;

export type AttackName = keyof typeof ATTACKS;
