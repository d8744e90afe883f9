import type {
  ConversationSettings,
  SettingsChange,
  SettingsPatch,
} from "../../types/history.ts";
import { eraseOldVersions } from "./forgetting/erase.ts";
import type { MemoryContext } from "./memory-context.ts";
import { get, keys, toPiece, type StoredSettings } from "./pieces.ts";
import type { ConversationState } from "./state.ts";

/** The limit of a message's metadata. */
const MAX_METADATA = 16;

/**
 * Applies to turns that begin afterwards. Creates nothing if the settings stay
 * empty.
 */
export async function changeSettings(
  context: MemoryContext,
  patch: SettingsPatch,
): Promise<SettingsChange> {
  const { document, store, now } = context;
  const result = await document.change<SettingsChange>(async (state) => {
    const stored = await findSettings(context, state);
    const change = patchSettings(stored?.settings ?? {}, patch);
    if (change.kind === "too-many") return { result: change };
    const { hasSettings, ...rest } = state;
    if (isEmptySettings(change.settings))
      return { ...(hasSettings && { state: rest }), result: change };
    const settingsVersion = state.settingsVersion + 1;
    return {
      state: { ...state, hasSettings: true, settingsVersion },
      put: [
        toPiece(keys.settings(settingsVersion), {
          settings: change.settings,
          changedAt: now(),
        }),
      ],
      result: change,
    };
  });
  await eraseOldVersions(store, await document.read());
  return result;
}

/** Merges a patch into the settings. */
function patchSettings(
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

export function isEmptySettings(settings: ConversationSettings): boolean {
  return Object.keys(settings).length === 0;
}

/** Settings expire with the last turn, unless changed since. */
export async function findSettings(
  { store, isExpired }: MemoryContext,
  state: ConversationState,
): Promise<StoredSettings | undefined> {
  if (!state.hasSettings) return undefined;
  const key = keys.settings(state.settingsVersion);
  const stored = await get(store, key);
  const isUnused = state.open.length === 0 && isExpired(state.lastAcceptedAt);
  return stored !== undefined && isUnused && isExpired(stored.changedAt)
    ? undefined
    : stored;
}

/**
 * Settings expire after the last turn, unless changed since. Returns when they
 * were changed, if they remain.
 */
export async function expireSettings({
  document,
  store,
  isExpired,
}: MemoryContext): Promise<number | undefined> {
  const changedAt = await document.change<number | undefined>(async (state) => {
    const { hasSettings, ...rest } = state;
    if (!hasSettings || state.turns > 0) return { result: undefined };
    const key = keys.settings(state.settingsVersion);
    const { changedAt: at = 0 } = (await get(store, key)) ?? {};
    return isExpired(at) ? { state: rest, result: undefined } : { result: at };
  });
  await eraseOldVersions(store, await document.read());
  return changedAt;
}
