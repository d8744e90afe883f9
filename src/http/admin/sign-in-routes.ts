import { Hono } from "hono";
import type { SignInReport } from "../../types/setup-report.ts";
import { DEPLOYMENT, type SignIns } from "../../types/sign-ins.ts";
import { acceptedLanguage } from "../accepted-language.ts";
import { problemResponse, unknownRoute } from "../problems.ts";
import { nameBrowser } from "../sign-in/routes.ts";
import { explainFault } from "../sign-in/texts.ts";

/** `/admin/setup/sign-ins`: the deployment's own sign-ins at tool servers. */
export function createSetupSignInRoutes(signIns: SignIns): Hono {
  const routes = new Hono();
  const { servers } = signIns;

  const describe = async (name: string): Promise<SignInReport> => {
    const party = { server: name, person: DEPLOYMENT };
    const state = await signIns.stateOf(party);
    return {
      name,
      by: "operator",
      state: state.kind,
      ...(state.kind === "signed-in" && {
        since: new Date(state.since).toISOString(),
        account: state.account,
      }),
    };
  };

  routes.get("/", async (context) =>
    context.json({
      sign_ins: [
        ...(await Promise.all(servers.deployment.map(describe))),
        ...servers.person.map((name): SignInReport => ({ name, by: "person" })),
      ],
    }),
  );

  routes.use("/:server/*", async (context, next) =>
    servers.deployment.includes(context.req.param("server"))
      ? next()
      : problemResponse(
          unknownRoute(
            'There is no such server with "auth": "deployment" in MCP_SERVERS.',
          ),
        ),
  );

  routes.post("/:server/begin", async (context) => {
    const request = context.req.raw;
    const { browser, cookie } = nameBrowser(request);
    const start = await signIns.begin(
      { server: context.req.param("server"), person: DEPLOYMENT },
      {
        origin: new URL(request.url).origin,
        browser,
        signal: request.signal,
      },
    );
    context.header("set-cookie", cookie);
    return context.json(
      start.kind === "failed"
        ? { ...start, reason: explainFault(start, acceptedLanguage(request)) }
        : start,
    );
  });

  routes.post("/:server/end", async (context) => {
    const server = context.req.param("server");
    const revoke = await signIns.signOut({ server, person: DEPLOYMENT });
    await revoke?.();
    return context.json(await describe(server));
  });

  return routes;
}
