import type { Finding } from "./finding.ts";
import { listSecrets } from "./list-secrets.ts";
import type { Settings } from "./read-settings.ts";

/**
 * Blots secrets out of what is shown. No finding should hold one; but they quote providers, and those quote what they
 * were sent.
 */
export function createSecretFilter(
  settings: Settings,
): (finding: Finding) => Finding {
  const secrets = settings.kind === "right" ? listSecrets(settings.config) : [];
  // The longest first: one may be a part of another.
  const ordered = secrets.toSorted((a, b) => b.length - a.length);
  const hide = (text: string): string =>
    ordered.reduce(
      (shown, secret) => shown.replaceAll(secret, "[secret]"),
      text,
    );
  return (finding) => ({
    ...finding,
    text: hide(finding.text),
    ...("advice" in finding && { advice: finding.advice.map(hide) }),
  });
}
