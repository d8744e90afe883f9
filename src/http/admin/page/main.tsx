import { render } from "preact";
import { followTheme } from "../../../page/client/parts/theme.tsx";
import { App } from "./app.tsx";
import { load } from "./setup-state.ts";

followTheme();
document.body.replaceChildren();
render(<App />, document.body);
void load();
