import { list } from "../settings/fields.ts";

/** A host that callbacks may be sent to. */
interface CallbackHost {
  /** The caller that it applies to; missing: all callers. */
  readonly caller?: string | undefined;
  /** Normalised by `URL`, but for a leading `*.`. */
  readonly name: string;
  /** Empty for the default port. */
  readonly port: string;
}

/**
 * Parses `hooks.example.com`, `*.example.com` and `crm.internal:8443`. With a
 * prefix, as in `shop:hooks.example.com`, an entry applies to that caller only.
 */
export function callbackHosts() {
  return list()
    .transform((entries) => entries.map(toEntry))
    .refine(
      (entries) => !entries.includes(undefined),
      "must be a list of hosts like hooks.example.com,shop:*.example.org,shop:crm.internal:8443 (a caller's name in front, without https:// and paths)",
    )
    .transform((entries) => entries.filter((entry) => entry !== undefined));
}

function toEntry(entry: string): CallbackHost | undefined {
  // `crm:8443` is a host with a port, not a caller.
  const [, caller, rest = entry] =
    /^([\w-]{1,64}):(?!\d+$)(.+)$/.exec(entry) ?? [];
  const host = toHost(rest);
  return host && { caller, ...host };
}

function toHost(entry: string): { name: string; port: string } | undefined {
  // Excludes `shop:`, which `URL` accepts as a host.
  const [, star = "", host = ""] =
    /^(\*\.)?([^\s*/?#@\\]+)(?<!:)$/.exec(entry) ?? [];
  const url = host === "" ? null : URL.parse(`https://${host}`);
  return url === null
    ? undefined
    : { name: star + url.hostname, port: url.port };
}
