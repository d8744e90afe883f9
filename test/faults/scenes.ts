import type { Scene } from "./run-scene.ts";
import { ALBUM } from "./scenes/album.ts";
import { APPROVING } from "./scenes/approved.ts";
import { ASKED_FOR } from "./scenes/asked-for.ts";
import { COUNTED } from "./scenes/counted.ts";
import { DRAFTED } from "./scenes/drafted.ts";
import { EDITED } from "./scenes/edited.ts";
import { LINKING } from "./scenes/linked.ts";
import { MERGED } from "./scenes/merged.ts";
import { REMINDED } from "./scenes/reminded.ts";
import { RETRYING } from "./scenes/retried.ts";
import { STOPPED } from "./scenes/stopped.ts";
import { STREAMED } from "./scenes/streamed.ts";
import { SUMMARISED } from "./scenes/summarised.ts";
import { TAKEN_OVER } from "./scenes/taken-over.ts";
import { TOLD } from "./scenes/told.ts";

/** What goes another way on AWS than an answer does. */
export const SCENES_WITH_PEOPLE: readonly Scene[] = [
  TAKEN_OVER,
  ASKED_FOR,
  ...APPROVING,
  REMINDED,
  TOLD,
  ...LINKING,
];

export const SCENES: readonly Scene[] = [
  STREAMED,
  DRAFTED,
  MERGED,
  ALBUM,
  STOPPED,
  EDITED,
  COUNTED,
  ...RETRYING,
  SUMMARISED,
  ...SCENES_WITH_PEOPLE,
];
