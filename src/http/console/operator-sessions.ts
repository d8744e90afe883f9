import { readCookie, writeCookie } from "../cookies.ts";
import { createKeyedHash, isSameSecret } from "../secrets.ts";

/** Somebody who may use the console. A name may have several keys. */
export interface Operator {
  readonly name: string;
  readonly key: string;
}

/** `<name>.<until>.<signature>` */
const COOKIE = { name: "parley_operator", path: "/console" };

/** A working day. */
const SESSION_SECONDS = 8 * 3_600;

/** Operators' sessions, in signed cookies. */
export interface OperatorSessions {
  /** `undefined` without a valid session. */
  find(request: Request): Promise<Operator | undefined>;
  /** Creates a session; returns the `Set-Cookie` value. */
  create(request: Request, operator: Operator): Promise<string>;
  /** The `Set-Cookie` value that ends a browser's session. */
  end(request: Request): string;
}

/**
 * @param secret the deployment's secret; signatures contain the operator's key,
 * so that a session ends with its key
 */
export function createOperatorSessions({
  secret,
  operators,
  now = Date.now,
}: {
  secret: string;
  operators: readonly Operator[];
  now?: () => number;
}): OperatorSessions {
  const hash = createKeyedHash({ secret, purpose: ["operator session"] });
  const sign = ({ name, key }: Operator, until: string) =>
    hash(JSON.stringify([name, key, until]));

  return {
    async find(request) {
      const value = readCookie(request, COOKIE.name, COOKIE.path) ?? "";
      const [, name, until = "", signature = ""] =
        /^([\w-]+)\.(\d{10,11})\.([0-9a-f]{64})$/.exec(value) ?? [];
      if (Number(until) * 1_000 <= now()) return undefined;
      const named = operators.filter((operator) => operator.name === name);
      const matches = await Promise.all(
        named.map(async (operator) =>
          isSameSecret(signature, await sign(operator, until)),
        ),
      );
      return named[matches.indexOf(true)];
    },

    async create(request, operator) {
      const until = String(Math.floor(now() / 1_000) + SESSION_SECONDS);
      const signature = await sign(operator, until);
      return writeCookie(request, {
        ...COOKIE,
        value: `${operator.name}.${until}.${signature}`,
        ageSeconds: SESSION_SECONDS,
      });
    },

    end: (request) => writeCookie(request, { ...COOKIE, value: "" }),
  };
}
