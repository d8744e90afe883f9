import { list } from "./fields.ts";

/** One entry: what callbacks may be sent to. */
interface CallbackHost {
  /** Whose callbacks; left out: everybody's. */
  readonly caller?: string;
  /** `public`: any host of the public internet. Names are as `URL` writes them; the port is empty where it is the usual one. */
  readonly host: "public" | { readonly name: string; readonly port: string };
}

/**
 * `hooks.example.com`, `*.example.com`, `crm.internal:8443`, and the word `public`; with a caller's name and a colon in front they count
 * for that caller alone: `shop:hooks.example.com`.
 */
export function callbackHosts() {
  return list()
    .transform((entries) => entries.map(toEntry))
    .refine(
      (entries) => !entries.includes(undefined),
      "must be a list of hosts like hooks.example.com,shop:*.example.org,shop:crm.internal:8443 (a caller's name in front, without https:// and paths), or public",
    )
    .transform((entries) => entries.filter((entry) => entry !== undefined));
}

function toEntry(entry: string): CallbackHost | undefined {
  // `crm:8443` is a host with a port.
  const [, caller, rest = entry] =
    /^([\w-]{1,64}):(?!\d+$)(.+)$/.exec(entry) ?? [];
  const host = rest === "public" ? rest : toHost(rest);
  if (host === undefined) return undefined;
  return caller === undefined ? { host } : { caller, host };
}

function toHost(entry: string): { name: string; port: string } | undefined {
  // `shop:` would be a host to `URL`.
  const [, star = "", host = ""] =
    /^(\*\.)?([^\s*/?#@\\]+)(?<!:)$/.exec(entry) ?? [];
  const url = host === "" ? null : URL.parse(`https://${host}`);
  return url === null
    ? undefined
    : { name: star + url.hostname, port: url.port };
}
