import { parseArgs } from "node:util";

const DEV_AWS_HELP = `npm run dev:aws [-- options]: both functions of AWS on this machine, with emulators. Reads .dev.vars.
  --port <number>     the port to listen on; default 8788
  --data <folder>     where data is kept between runs; default .dev-aws
  --dynamodb <url>    a running DynamoDB Local to use, instead of starting one
  --table <name>      the bot's table there, created if missing; default parley
  --var <NAME:value>  overrides a variable of .dev.vars; can be repeated
  --no-dev-vars       does not read .dev.vars`;

interface DevAwsOptions {
  readonly port: number;
  readonly data: string;
  /** Endpoint of a running DynamoDB Local; `undefined` starts one. */
  readonly dynamoDbEndpoint: string | undefined;
  readonly tableName: string;
  readonly readsDevVars: boolean;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Parses the arguments. `text` is the help, preceded by the problem if there is
 * one.
 */
export function parseDevAwsOptions(
  given: readonly string[],
):
  | { kind: "options"; options: DevAwsOptions }
  | { kind: "help"; text: string }
  | { kind: "wrong"; text: string } {
  const wrong = (problem: string) => ({
    kind: "wrong" as const,
    text: `${problem}\n\n${DEV_AWS_HELP}`,
  });
  try {
    const { values } = parseArgs({
      args: [...given],
      options: {
        port: { type: "string", default: "8788" },
        data: { type: "string", default: ".dev-aws" },
        dynamodb: { type: "string" },
        table: { type: "string", default: "parley" },
        var: { type: "string", multiple: true, default: [] },
        "no-dev-vars": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    if (values.help) return { kind: "help", text: DEV_AWS_HELP };
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      return wrong(`--port ${values.port} is not a port number.`);
    if (values.dynamodb !== undefined && !isAddress(values.dynamodb))
      return wrong(
        `--dynamodb ${values.dynamodb} is not a URL such as http://localhost:8000.`,
      );
    const odd = values.var.find((text) => !/^\w+:/.test(text));
    if (odd !== undefined)
      return wrong(`--var ${odd} is not a name, a colon and a value.`);
    return {
      kind: "options",
      options: {
        port,
        data: values.data,
        dynamoDbEndpoint: values.dynamodb,
        tableName: values.table,
        readsDevVars: !values["no-dev-vars"],
        variables: Object.fromEntries(values.var.map(toVariable)),
      },
    };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function toVariable(text: string): [string, string] {
  const end = text.indexOf(":");
  return [text.slice(0, end), text.slice(end + 1)];
}
