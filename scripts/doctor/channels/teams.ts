import { fetchToken } from "../../../src/channels/teams/bot-token.ts";
import {
  createSigningKeys,
  KeysUnavailable,
} from "../../../src/channels/teams/signing-keys.ts";
import { TEAMS } from "../../../src/channels/teams/teams-definition.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import { createCheck } from "../check-channel.ts";
import { failed, passed } from "../report.ts";

/** Checks that Microsoft issues the app a token and serves its signing keys. */
export const check = createCheck(TEAMS, {
  platform: "Microsoft",
  async *look(settings, { signal }) {
    const startedAt = performance.now();
    try {
      await fetchToken(settings, { signal });
      const ms = performance.now() - startedAt;
      yield passed(`Microsoft gives the app a token (${settings.tenant}).`, ms);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DeliveryError)) throw error;
      yield error.kind === "refused"
        ? failed(
            `Microsoft does not accept the app: ${error.explained}`,
            "Compare TEAMS_APP_ID and TEAMS_TENANT_ID with Configuration of your Azure Bot. Secrets expire: create a new one under Certificates & secrets.",
          )
        : failed(
            `Microsoft's login cannot be reached: ${error.explained}`,
            "Run this again. TEAMS_LOGIN_ROOT is only needed with a proxy.",
          );
    }
    const findKey = createSigningKeys(settings);
    const nobodys = { payload: "", signature: "" };
    const header = { alg: "RS256", kid: "no-key" };
    const error = await findKey(header, nobodys).catch((thrown) => thrown);
    yield error instanceof KeysUnavailable
      ? failed(
          "Microsoft's signing keys cannot be read.",
          "Run this again. TEAMS_OPENID_METADATA_URL is only needed with a proxy.",
        )
      : passed("Microsoft's signing keys can be read.");
  },
  place: "the messaging endpoint under Configuration of the Azure Bot",
});
