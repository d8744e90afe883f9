/** An attack, and its result before Parley defended against it. */
export interface KnownAttack {
  /** Shown in the table; the unit of the counts follows the colon. */
  readonly label: string;
  /** Count on commit 677f66f; for injected texts, on 0a06f76. */
  readonly before: number;
  /**
   * Origin of `before`. `measured`: by the test's requests, with the cookies
   * and keys of that commit, on `wrangler dev` or on the function or store that
   * the test calls. `reported`: by the author of the attack, not reproduced.
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
      "40 concurrent requests for 8,000 tokens, with a global limit of 20,000 a day: tokens spent",
    // Reported as 140,114.
    before: 139_230,
    source: "measured",
  },
  spendingOfStrangers: {
    label:
      "29 visitors who request 8,000 tokens each, with a global limit of 60,000 a day: tokens spent",
    before: 65_496,
    source: "measured",
  },
  inventedSessions: {
    label: "60 messages with forged session cookies: accepted",
    before: 60,
    source: "measured",
  },
  sessionsOfOneAddress: {
    label: "300 sessions requested from one address: issued in an hour",
    before: 300,
    source: "measured",
  },
  messagesOfOneAddress: {
    label: "100 messages in 10 sessions from one address: accepted in a minute",
    before: 100,
    source: "measured",
  },
  streamsOfOneVisitor: {
    label: "400 streams requested by one visitor: open at once",
    before: 400,
    source: "measured",
  },
  streamsOfOneAddress: {
    label:
      "400 more by nine other visitors at the same address: open at once in total",
    before: 400,
    source: "measured",
  },
  publishedKey: {
    label:
      "The published development key, with and without a spoofed address: requests accepted",
    before: 6,
    source: "measured",
  },
  forgedAddress: {
    label: "No key, with and without a spoofed address: requests accepted",
    before: 2,
    source: "measured",
  },
  developmentDeployed: {
    label:
      "npm run deploy with NODE_ENV=development: routes open to the development key",
    before: 3,
    source: "measured",
  },
  tracesOnWorkers: {
    label:
      "8 words about a person, after deletion on Workers: left in any object",
    before: 5,
    source: "measured",
  },
  tracesOnAws: {
    label: "8 words about a person, after deletion on AWS: left in the table",
    before: 3,
    source: "measured",
  },
  signedForAnother: {
    label: "Replies chosen by one caller: sent to another caller's endpoint",
    before: 3,
    source: "measured",
  },
  passwords: {
    label: "500 guesses of the page's password from one address: checked",
    before: 500,
    source: "measured",
  },
  passwordsOfBotnet: {
    label: "500 guesses of the page's password from 500 addresses: checked",
    before: 500,
    source: "measured",
  },
  keys: {
    label: "200 guesses of API keys from one address: checked",
    before: 200,
    source: "measured",
  },
  weakSecrets: {
    label: "Secrets of one character outside development: accepted",
    before: 5,
    source: "measured",
  },
  fixedSession: {
    label: "A session cookie set by a sibling domain: accepted",
    before: 1,
    source: "measured",
  },
  postsWithoutOrigin: {
    label: "Writes to the page without an origin: accepted",
    before: 2,
    source: "measured",
  },
  strangersOnTelegram: {
    label: "60 messages by a stranger on Telegram: rejections sent in a minute",
    before: 60,
    source: "reported",
  },
  commandsOnTelegram: {
    label: "60 /help commands on Telegram: answered in a minute",
    before: 60,
    source: "measured",
  },
  largeUpdate: {
    label:
      "An update of 393,699 bytes: rejected, so that Telegram retries it for a day",
    before: 1,
    source: "measured",
  },
  wrongConfiguration: {
    label:
      "12 alarms with an invalid configuration: turns that never run again",
    before: 1,
    source: "reported",
  },
  injectedTools: {
    label:
      "38 injected orders, obeyed by the model, to run a tool with side effects, in 4 styles: run unasked",
    before: 140,
    source: "measured",
  },
  injectedLinks: {
    label:
      "48 injected orders to show a link that leaks the conversation, in 4 styles: shown",
    before: 172,
    source: "measured",
  },
  hiddenLinks: {
    label:
      "72 forms of a link that carries out what a person said, among strangers' texts: made a link by some client",
    before: 29,
    source: "measured",
  },
  injectedReads: {
    label:
      "12 injected orders to read a page whose URL leaks it, in 4 styles: fetched",
    before: 0,
    source: "measured",
  },
  injectedLabels: {
    label:
      "10 injected texts that imitate a line of the prompt, in 4 styles: unescaped in prompts",
    before: 32,
    source: "measured",
  },
  injectedSecrets: {
    label: "8 injected orders to reveal keys, in 4 styles: revealed",
    before: 0,
    source: "measured",
  },
  injectedAnswers: {
    label:
      "4 injected orders to give another answer, in 4 styles, undetectable: given",
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
