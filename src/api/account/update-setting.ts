import * as z from 'zod';
import { isNewer } from '../../domain/account/release.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { UpdateForm, UpdateSettingJson } from '../../schemas/account/installation.ts';
import { type Installation, installationFor, operatorRefusals } from '../../services/account/installation.ts';
import type { Context } from '../../services/context.ts';

const about = {
  chapter: 'Account',
  path: z.object({}),
  query: z.object({}),
  success: 200,
  scope: 'account:admin',
  // Whether a person is an operator is checked inside, because it is a right over the service.
  openTo: ({ isPerson }: Pick<Context, 'isPerson'>): boolean => isPerson === true,
  output: UpdateSettingJson,
} as const;

const getUpdateSetting = operation({
  ...about,
  name: 'get-update-setting',
  summary: 'Get the installed version, whether the service asks for newer ones, and the result of the last check.',
  routes: ['GET /v2/installation/updates'],
  body: z.object({}),
  refusals: operatorRefusals,
  run: async (context) => {
    const installation = await installationFor(context);
    return isRefusal(installation) ? installation : { body: await settingToJson(installation) };
  },
});

const setUpdates = operation({
  ...about,
  name: 'set-updates',
  summary: 'Switch the daily check for a newer version on or off. It is off at first.',
  description:
    'Once a day, the service requests the address of the latest release, without any data about the service or its accounts. Nothing is installed. The first check begins at once. Refused while `UPDATES_URL` is empty.',
  routes: ['PUT /v2/installation/updates'],
  body: UpdateForm,
  knowsAll: true,
  refusals: [...operatorRefusals, 'set_by_environment'],
  securityNote: () => ({ event: 'installation_changed', operation: 'set-updates' }),
  example: { isOn: true },
  run: async (context, { isOn }) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { origin, isOn: before } = await installation.updates.current();
    if (origin.source === 'environment') return { refused: 'set_by_environment', variable: origin.variable };
    if (isOn !== before) await installation.updates.store(isOn, { by: context.actor, at: context.realNow });
    return { body: await settingToJson(installation) };
  },
});

/** The operations on checks for updates. */
export const updateOperations: readonly Operation[] = [getUpdateSetting, setUpdates];

async function settingToJson({ updates, version }: Installation): Promise<z.input<typeof UpdateSettingJson>> {
  const { origin, isOn, feed, checked, failed } = await updates.current();
  const release = checked?.release;
  return {
    source: origin.source,
    variable: 'variable' in origin ? origin.variable : null,
    changedAt: ('changedAt' in origin ? origin.changedAt : undefined) ?? null,
    isOn,
    host: feed === undefined ? null : new URL(feed).host,
    installed: version,
    checkedAt: checked?.at ?? null,
    available:
      release && isNewer(release.version, version) ? { ...release, publishedAt: release.publishedAt ?? null } : null,
    failed: failed ? { at: failed.at, fault: failed.fault, status: failed.status ?? null } : null,
  };
}
