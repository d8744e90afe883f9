import { CHANNEL_CATALOGUE } from "../channels/channel-catalogue.ts";
import type { ConfigurationProblem } from "../errors.ts";
import { ENVIRONMENT, readSigningKeys } from "./environment.ts";
import { readSetting, type SetVariables } from "./setting.ts";

const MIN_KEY_LENGTH = 16;
/**
 * Users type it, and few guesses are allowed:
 * docs/decisions/2026-11-23-strangers.md.
 */
const MIN_PASSWORD_LENGTH = 12;

const CREATE_KEY = "Create one with `openssl rand -base64 32`";

/** A secret that the operator chose and strangers may try to guess. */
interface OwnSecret {
  readonly variable: string;
  readonly secret: string;
  /** The part of the variable that is weak, if it holds several secrets. */
  readonly subject?: string;
  readonly minLength?: number;
  readonly advice: string;
}

/**
 * Finds guessable secrets, and a missing `PARLEY_SECRET` if strangers have
 * access. Not needed in development. Ignores secrets that cannot be parsed,
 * which are reported elsewhere.
 */
export function findWeakSecrets(set: SetVariables): ConfigurationProblem[] {
  const weak = listSecrets(set).flatMap((own) => {
    const weakness = weaknessOf(own);
    const { variable, subject = "", advice } = own;
    return weakness === undefined
      ? []
      : [{ variable, problem: `${subject}${weakness}; ${advice}` }];
  });
  return [...findMissingSecret(set), ...weak];
}

function findMissingSecret(set: SetVariables): ConfigurationProblem[] {
  const mode = set.get("WEB_CHAT")?.trim() ?? "";
  if (set.has("PARLEY_SECRET") || !["password", "public"].includes(mode))
    return [];
  return [
    {
      variable: "PARLEY_SECRET",
      problem: `is missing; WEB_CHAT=${mode} requires it to sign visitors' cookies. ${CREATE_KEY}`,
    },
  ];
}

function listSecrets(set: SetVariables): readonly OwnSecret[] {
  const one = (
    variable: string,
    rest: Omit<OwnSecret, "variable" | "secret">,
  ) =>
    set.has(variable)
      ? [{ variable, secret: set.get(variable)?.trim() ?? "", ...rest }]
      : [];
  const { data: apiKeys = [] } = readSetting(
    ENVIRONMENT.WEBHOOK_API_KEYS,
    set.get("WEBHOOK_API_KEYS"),
  );
  const signing = (variable: Parameters<typeof readSigningKeys>[1]) =>
    readSigningKeys(set, variable).map((secret) => ({
      variable,
      secret,
      subject: "has a secret that ",
      advice:
        "Create one: whsec_ followed by the output of `openssl rand -base64 32`",
    }));
  return [
    ...one("PARLEY_SECRET", { advice: CREATE_KEY }),
    ...one("ADMIN_API_KEY", { advice: CREATE_KEY }),
    ...one("LIBRARY_KEY", { advice: CREATE_KEY }),
    ...CHANNEL_CATALOGUE.flatMap(({ ownSecrets }) =>
      ownSecrets.flatMap(({ variable, advice }) => one(variable, { advice })),
    ),
    ...apiKeys.map(({ key }) => ({
      variable: "WEBHOOK_API_KEYS",
      secret: key,
      subject: "has a key that ",
      advice: CREATE_KEY,
    })),
    ...signing("WEBHOOK_SIGNING_SECRET"),
    ...signing("WEBHOOK_CALLBACK_SECRETS"),
    ...(set.get("WEB_CHAT")?.trim() === "password"
      ? one("WEB_CHAT_PASSWORD", {
          minLength: MIN_PASSWORD_LENGTH,
          advice:
            "Use four or five unrelated words: easy to remember, hard to guess",
        })
      : []),
  ];
}

function weaknessOf({
  secret,
  minLength = MIN_KEY_LENGTH,
}: OwnSecret): string | undefined {
  if (Array.from(secret).length < minLength)
    return `has fewer than ${minLength} characters`;
  return isGuessable(secret) ? "is easily guessed" : undefined;
}

/** Common in passwords and placeholders. */
const COMMON_WORDS =
  "correct horse battery staple,abc,access,admin,administrator,api,apikey,asdf,bot,change,changeit,changeme,chat,default,demo,dev,development,dragon,example,football,for,here,hello,hidden,hook,iloveyou,insert,is,key,length,letmein,library,login,master,me,monkey,mustermann,my,no,of,only,parley,pass,passphrase,passwd,password,passwort,placeholder,please,private,prod,production,public,pwd,qazwsx,qwer,qwert,qwerty,qwertz,replace,root,sample,secret,secure,security,server,staging,sunshine,super,telegram,temp,temporary,test,testing,the,this,to,todo,token,top,user,value,very,webhook,welcome,woaini,xxx,yes,you,your,yxcv,zxcv,zxcvbn"
    .split(",")
    .toSorted((one, other) => other.length - one.length);

/** Common substitutions of letters in passwords. */
const SUBSTITUTIONS: Readonly<Record<string, string>> = {
  a: "[a4@]",
  e: "[e3]",
  i: "[i1!]",
  l: "[l1]",
  o: "[o0]",
  s: "[s5$]",
  t: "[t7]",
  " ": "[-_. ]?",
};

const WORDS = new RegExp(
  COMMON_WORDS.map((word) =>
    word.replaceAll(/[aeilost ]/g, (letter) => SUBSTITUTIONS[letter] ?? letter),
  ).join("|"),
  "g",
);

/**
 * Distinct characters. About one in 10,000 strings of sixteen random digits has
 * fewer; of sixteen random letters practically none.
 */
const MIN_DISTINCT = 6;
/** Letters and digits outside common words, years and digit sequences. */
const MIN_REST = 6;
/**
 * Share of steps between adjacent characters that makes a text a sequence:
 * `abcdefgh`, `87654321`, `aaabbbccc`.
 */
const SEQUENCE_SHARE = 0.75;

/**
 * Whether a secret is among the first that an attacker would try: few distinct
 * characters, a repeated piece, a sequence, or only common words and numbers.
 * Passing does not prove a secret strong, since randomness cannot be seen from
 * one value.
 */
export function isGuessable(secret: string): boolean {
  const text = secret.toLowerCase();
  return (
    new Set(text).size < MIN_DISTINCT ||
    isRepeated(text) ||
    isSequence(text) ||
    restOf(text).length < MIN_REST
  );
}

/**
 * Whether a piece of at most half its length repeats throughout; the last
 * repetition may be cut off.
 */
function isRepeated(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.startsWith(text.slice(length))) return true;
  return false;
}

function isSequence(text: string): boolean {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const near = codes.filter(
    (code, index) => Math.abs(code - (codes[index - 1] ?? Infinity)) <= 1,
  );
  return near.length >= SEQUENCE_SHARE * (codes.length - 1);
}

function restOf(text: string): string {
  return (
    text
      .replaceAll(WORDS, " ")
      // Bounded, since longer digit runs with such triples occur by chance in
      // random hex.
      .replaceAll(
        /(?:19|20)\d\d|\d{0,5}(?:123|321|000|111|666|888)\d{0,5}/g,
        " ",
      )
      .replaceAll(/[^\p{L}\p{N}]/gu, "")
  );
}
