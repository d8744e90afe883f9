/** `unreachable`: no response. */
export type Answer<Body> =
  | { readonly kind: "ok"; readonly body: Body }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly detail: string;
    }
  | { readonly kind: "unreachable" };

export type Ask = <Body>(path: string, sent?: object) => Promise<Answer<Body>>;

/**
 * Calls `/admin/setup` with the operator's key; requests texts in the page's
 * language.
 */
export async function ask<Body>(
  key: string,
  path: string,
  sent?: object,
): Promise<Answer<Body>> {
  try {
    const response = await fetch(`/admin/setup${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        "accept-language": document.documentElement.lang,
        ...(sent && { "content-type": "application/json" }),
      },
      ...(sent && { method: "POST", body: JSON.stringify(sent) }),
    });
    const body: Body & { detail?: string } = await response.json();
    return response.ok
      ? { kind: "ok", body }
      : {
          kind: "refused",
          status: response.status,
          detail: body.detail ?? String(response.status),
        };
  } catch {
    return { kind: "unreachable" };
  }
}
