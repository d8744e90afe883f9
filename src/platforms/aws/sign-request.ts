import { sha256, toHex } from "../../hash.ts";

/** What the SDK's providers of credentials give, and what Lambda gives its functions. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that end by themselves. */
  readonly sessionToken?: string | undefined;
}

const encoder = new TextEncoder();

/**
 * The headers that sign a request without a query with AWS Signature Version 4
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
 * @param headers signed with it, `host` left out, which is the address's
 */
export async function signRequest({
  method = "POST",
  url,
  headers,
  body,
  service,
  region,
  credentials: { accessKeyId, secretAccessKey, sessionToken },
  now = new Date(),
}: {
  method?: "GET" | "POST";
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  service: string;
  region: string;
  credentials: AwsCredentials;
  now?: Date;
}): Promise<Record<string, string>> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const signed: Record<string, string> = {
    ...headers,
    "x-amz-date": time,
    ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }),
  };
  const entries = Object.entries({ ...signed, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = entries.map(([name]) => name).join(";");
  const request = [
    method,
    url.pathname,
    "",
    ...entries.map(([name, value]) => `${name}:${value}`),
    "",
    names,
    await digest(body),
  ].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", time, scope, await digest(request)];

  let key = new Uint8Array(encoder.encode(`AWS4${secretAccessKey}`));
  for (const part of [day, region, service, "aws4_request"])
    key = await hmac(key, part);
  const signature = toHex(await hmac(key, text.join("\n")));
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

async function hmac(
  key: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, [
    "sign",
  ]);
  return new Uint8Array(
    await crypto.subtle.sign("HMAC", imported, encoder.encode(text)),
  );
}

async function digest(text: string): Promise<string> {
  return toHex(await sha256(text));
}
