import { render } from "preact";
import { followTheme } from "./parts/theme.tsx";
import { startPage } from "./state/page-state.ts";
import { App } from "./view/app.tsx";

followTheme();
// The server's header, whose logo `App` takes over.
document.body.replaceChildren();
render(<App />, document.body);
startPage();
