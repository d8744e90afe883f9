import { list } from "./fields.ts";

/**
 * `hooks.example.com`, `*.example.com`, `crm.internal:8443`, and the word `public` for all hosts of the public internet.
 * Names are as `URL` writes them; a port is empty where it is the usual one.
 */
export function callbackHosts() {
  return list()
    .refine(
      (entries) =>
        entries.every(
          (entry) => entry === PUBLIC || toHost(entry) !== undefined,
        ),
      "must be a list of hosts like hooks.example.com,*.example.org,crm.internal:8443, without https:// and paths, or public",
    )
    .transform((entries) => ({
      isPublic: entries.includes(PUBLIC),
      hosts: entries
        .filter((entry) => entry !== PUBLIC)
        .flatMap((entry) => toHost(entry) ?? []),
    }));
}

const PUBLIC = "public";

function toHost(entry: string): { name: string; port: string } | undefined {
  const [, star = "", host = ""] = /^(\*\.)?([^\s*/?#@\\]+)$/.exec(entry) ?? [];
  const url = host === "" ? null : URL.parse(`https://${host}`);
  return url === null
    ? undefined
    : { name: star + url.hostname, port: url.port };
}
