import {
  isEmptySettings,
  patchSettings,
} from "../../conversation/patch-settings.ts";
import type {
  ConversationSettings,
  SettingsChange,
  SettingsPatch,
} from "../../settings.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import type { Root } from "./root.ts";

/** Where turns expire, settings that are used are kept from expiring; not each turn pays for that. */
const KEEP_AGAIN_MS = 3_600_000;

/** Settings as they lie in the table. */
export interface StoredSettings {
  readonly settings: ConversationSettings;
  /** When they were changed, or recalled for a turn. */
  readonly usedAt: number;
}

/** Reads those that the root names, for which there is no item otherwise. */
export async function readSettings(
  store: ConversationStore,
  root: Root,
): Promise<ConversationSettings> {
  const stored = await readStored(store, root);
  return stored?.settings ?? {};
}

/** For turns, again and again: what was read stays as it is until the root names others. */
export function createSettingsRecall(
  store: ConversationStore,
): (root: Root) => Promise<ConversationSettings> {
  let known:
    { readonly name: string; readonly stored: StoredSettings } | undefined;
  return async (root) => {
    const { settings: name } = root;
    if (name === undefined) return {};
    const isKnown =
      known?.name === name && !store.isExpired(known.stored.usedAt);
    const stored = isKnown ? known?.stored : await readStored(store, root);
    if (stored === undefined) return {};
    const kept = await keep(store, root, name, stored);
    known = { name, stored: kept };
    return kept.settings;
  };
}

/** With the names of the settings before and after it. */
interface Changed {
  readonly change: SettingsChange;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** See `Memory`. New settings lie in an item of their own before the root names it; the one before goes then. */
export async function changeSettings(
  store: ConversationStore,
  patch: SettingsPatch,
): Promise<SettingsChange> {
  const written: string[] = [];
  const changed = await store.change<Changed>(async (root) => {
    const change = patchSettings(await readSettings(store, root), patch);
    const { settings: before, ...rest } = root;
    if (change.kind === "too-many")
      return { result: { change, before, after: before } };
    if (isEmptySettings(change.settings)) {
      const result = { change, before, after: undefined };
      return before === undefined ? { result } : { root: rest, result };
    }
    const after = toName(root);
    written.push(after);
    const stored = { settings: change.settings, usedAt: store.now() };
    await put(store, root, after, stored);
    return {
      root: { ...rest, settings: after },
      result: { change, before, after },
    };
  });
  for (const name of [changed.before, ...written])
    if (name !== undefined && name !== changed.after)
      await store.items.settings.delete([name]);
  return changed.change;
}

/** Whether the item is one that no root names any more: not that of a root which is being made. */
export function isOldSettings(
  name: string,
  { settings, version }: Root,
): boolean {
  return name !== settings && name < toSortableNumber(version);
}

/** Begins with the version of the root that it was made from. */
function toName({ version }: Root): string {
  return `${toSortableNumber(version)}-${crypto.randomUUID()}`;
}

/** Where the item is gone, others have taken its place since the root was read. */
async function readStored(
  store: ConversationStore,
  root: Root,
): Promise<StoredSettings | undefined> {
  const { settings: name } = root;
  if (name === undefined) return undefined;
  const { settings } = store.items;
  const found =
    (await settings.get([name])) ??
    (await settings.get([name], { isConsistent: true }));
  if (found !== undefined)
    return store.isExpired(found.value.usedAt) ? undefined : found.value;
  const newest = await store.readNewestRoot();
  return newest.settings === name ? undefined : readStored(store, newest);
}

async function keep(
  store: ConversationStore,
  root: Root,
  name: string,
  stored: StoredSettings,
): Promise<StoredSettings> {
  const usedAt = store.now();
  if (!store.isExpiring || usedAt < stored.usedAt + KEEP_AGAIN_MS)
    return stored;
  await put(store, root, name, { ...stored, usedAt });
  return { ...stored, usedAt };
}

async function put(
  { items }: ConversationStore,
  { lastNumber: turn, epoch }: Root,
  name: string,
  stored: StoredSettings,
): Promise<void> {
  await items.settings.put([name], stored, { turn, epoch });
}
