import type {
  ConversationSettings,
  SettingsChange,
  SettingsPatch,
} from "../history.ts";

/** As many as a message may have. */
const MAX_METADATA = 16;

/** The settings with the patch merged in. */
export function patchSettings(
  before: ConversationSettings,
  patch: SettingsPatch,
): SettingsChange {
  const instructions =
    patch.instructions === undefined ? before.instructions : patch.instructions;
  const metadata = patchMetadata(before.metadata ?? {}, patch.metadata);
  const entries = Object.keys(metadata).length;
  if (entries > MAX_METADATA) return { kind: "too-many", limit: MAX_METADATA };
  return {
    kind: "changed",
    settings: {
      ...(typeof instructions === "string" && { instructions }),
      ...(entries > 0 && { metadata }),
    },
  };
}

export function isEmptySettings(settings: ConversationSettings): boolean {
  return Object.keys(settings).length === 0;
}

function patchMetadata(
  before: Readonly<Record<string, string>>,
  patch: SettingsPatch["metadata"],
): Readonly<Record<string, string>> {
  if (patch === null) return {};
  const merged = Object.entries({ ...before, ...patch });
  return Object.fromEntries(
    merged.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}
