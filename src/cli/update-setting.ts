import type pg from 'pg';
import type { Config } from '../config.ts';
import { recordInSetting, type StoredSetting, storedSettings } from '../db/installation/installation-settings.ts';
import { scheduleJob } from '../db/job-queue.ts';
import { lanes } from '../domain/queue/queues.ts';
import type { ChangedBy, Installation, SettingOrigin, UpdateSetting } from '../services/account/installation.ts';

/** The stored setting exists while checks are on; `checked` and `failed` are their results. */
type StoredUpdates = { readonly isOn: true } & Pick<UpdateSetting, 'checked' | 'failed'>;

type Opening = {
  config: Pick<Config, 'updatesUrl' | 'settingsOnScreens'>;
  owner: pg.Pool;
  pool: pg.Pool;
  now: () => number;
  originOf: (kept: StoredSetting | undefined) => SettingOrigin;
  write: (value: { isOn: true } | undefined, changed: ChangedBy) => Promise<void>;
};

/** Checks for updates: off until an operator switches them on. An empty UPDATES_URL wins. */
export function updateSetting({ config, owner, pool, now, originOf, write }: Opening): Installation['updates'] {
  const stored = async (): Promise<StoredSetting | undefined> => (await storedSettings(owner)).get('updates');
  const { updatesUrl: feed } = config;
  const environment = { source: 'environment', variable: 'UPDATES_URL' } as const;
  return {
    current: async () => {
      if (feed === undefined) return { origin: environment, isOn: false };
      const kept = await stored();
      const { isOn = false, checked, failed } = (kept?.value ?? {}) as Partial<StoredUpdates>;
      return { origin: originOf(kept), isOn, feed, ...(checked && { checked }), ...(failed && { failed }) };
    },
    store: async (isOn, changed) => {
      await write(isOn ? { isOn } : undefined, changed);
      if (isOn) await scheduleJob(pool, lanes.updates.name, { now: now(), latest: now() });
    },
    // Where operators have no screens, none of them can see the result or switch checks off.
    feed: async () => (feed !== undefined && config.settingsOnScreens && (await stored())?.value ? feed : undefined),
    record: (check) =>
      recordInSetting(owner, 'updates', 'fault' in check ? { failed: check } : { checked: check, failed: null }),
  };
}
