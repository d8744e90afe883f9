import { addCopyButtons } from "./copy-buttons.js";
import { markPlace } from "./mark-place.js";

// The page reads well without all of this.
addCopyButtons();
markPlace();
