import * as z from 'zod';
import {
  deletePlatformConnection,
  findPlatformConnection,
  listPlatformConnections,
  notePlatformFailure,
  notePlatformRead,
  type StoredConnection,
  setSending,
  storePlatformConnection,
} from '../../db/einvoicing/platform-connections.ts';
import type { Refused } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  type PlatformConnectionForm,
  PlatformConnectionJson,
  PlatformConnectionsJson,
  platformConnectionForm,
  platformConnectionToJson,
  presets,
  sendingForm,
} from '../../schemas/einvoicing/platform-connection.ts';
import { idOr } from '../../schemas/fields/id.ts';
import type { Context } from '../../services/context.ts';
import type { Answered } from '../../services/einvoicing/call-platform.ts';
import { addressesOf, addressRefusals, isTestPlatform, keysOf } from '../../services/einvoicing/connection-form.ts';
import { removeCallback } from '../../services/einvoicing/platform-callbacks.ts';
import {
  failureOf,
  lockPlatformKeys,
  platformOf,
  platformWithKeys,
} from '../../services/einvoicing/platform-of-account.ts';
import { emptyTrialPlatformOf } from '../../services/einvoicing/trial-platform/trial-platform-of-account.ts';
import { updateAccountSettings } from '../../services/payments/update-account-settings.ts';

const about = { chapter: 'E-invoicing', path: z.object({}), query: z.object({}), body: z.object({}) } as const;
const one = { path: z.object({ id: idOr('platform_connection_not_found') }) };
type Shown = z.input<typeof PlatformConnectionJson>;

export const listPlatforms = operation({
  ...about,
  name: 'list-platform-connections',
  summary: 'Lists the approved platforms an account is connected to, and those it can choose.',
  description: 'A test key only sees those of test mode: sandboxes.',
  routes: ['GET /v2/e-invoicing/connections'],
  scope: 'billing:read',
  success: 200,
  output: PlatformConnectionsJson,
  refusals: [],
  async run({ tx, test }) {
    const modes = test ? [true] : [false, true];
    const found = await Promise.all(modes.map((mode) => listPlatformConnections(tx, mode)));
    return { body: { connections: found.flat().map(platformConnectionToJson), presets: [...presets] } };
  },
});

export const connectPlatform = operation({
  ...about,
  name: 'connect-platform',
  summary: 'Connects an approved platform (plateforme agréée), for sending, for receiving, or both.',
  description:
    'With a live key. The platform decides the mode: sandboxes only get test documents, real ones only live documents. The access is tried before anything is stored. `trial` is a platform inside this service, which needs no credentials and begins empty. The connection replaces those of its mode that had its uses. Secrets are stored encrypted and never returned.',
  routes: ['POST /v2/e-invoicing/connections'],
  scope: 'account:admin',
  body: platformConnectionForm,
  success: 201,
  output: PlatformConnectionJson,
  refusals: [
    'live_key_needed',
    ...addressRefusals,
    ...(['platform_keys_refused', 'platform_unreachable', 'platform_answers_otherwise'] as const),
  ],
  example: { preset: 'super_pdp', clientId: '0f8c2b6e', clientSecret: 'a-secret-of-the-platform' },
  async run(context, form) {
    if (context.test) return { refused: 'live_key_needed' };
    const addresses = addressesOf(form, context);
    if ('refused' in addresses) return addresses;
    const keys = keysOf(form, context);
    if ('refused' in keys) return keys;
    const { accountId } = context;
    const { preset, sends, receives, syntax } = form;
    const platform = platformWithKeys({ ...addresses, accountId, preset }, keys, context);
    const replaced = await replacedBy(context, form);
    return {
      aside: async () => {
        const checked = await platform.check();
        if ('ok' in checked) await Promise.all(replaced.map((each) => removeCallback(each, context)));
        return checked;
      },
      after: async (later: Context, checked: Answered<true>) => {
        if (!('ok' in checked)) return refusalOf(checked);
        const id = later.newId();
        const connection: StoredConnection = {
          ...{
            ...addresses,
            accountId,
            id,
            test: isTestPlatform(form),
            preset,
            sends,
            receives,
            syntax,
            capabilities: {},
          },
          ...{
            connectedAt: later.realNow,
            isAutomatic: form.isAutomatic && sends,
            reports: sends ? form.reports : 'by_us',
            lockedKeys: lockPlatformKeys(keys, id, later),
          },
        };
        if (preset === 'trial') await emptyTrialPlatformOf(later.tx);
        storePlatformConnection(later.tx, connection, later.realNow);
        await noteInChain(later);
        return { body: platformConnectionToJson(connection) as Shown };
      },
    };
  },
});

export const testPlatformConnection = operation({
  ...about,
  ...one,
  name: 'test-platform-connection',
  summary: 'Calls the platform of a connection, and says whether it answers.',
  routes: ['POST /v2/e-invoicing/connections/{connectionId}/test'],
  scope: 'account:admin',
  success: 200,
  output: PlatformConnectionJson,
  refusals: ['live_key_needed', 'platform_connection_not_found'],
  async run(context, { id }) {
    if (context.test) return { refused: 'live_key_needed' };
    const connection = await findPlatformConnection(context.tx, id);
    if (!connection) return { refused: 'platform_connection_not_found' };
    const platform = platformOf(connection, context);
    return {
      aside: () => platform.check(),
      after: async (later: Context, checked: Answered<true>) => {
        if ('ok' in checked) notePlatformRead(later.tx, id, connection.readUntilMs ?? null, later.realNow);
        else notePlatformFailure(later.tx, id, failureOf(checked, later.realNow));
        const found = await findPlatformConnection(later.tx, id);
        if (!found) return { refused: 'platform_connection_not_found' } as const;
        return { body: platformConnectionToJson(found) as Shown };
      },
    };
  },
});

export const disconnectPlatform = operation({
  ...about,
  ...one,
  name: 'disconnect-platform',
  summary: 'Disconnects an approved platform and deletes its credentials.',
  description: 'Statuses received so far stay. Documents not sent yet wait for another connection.',
  routes: ['DELETE /v2/e-invoicing/connections/{connectionId}'],
  scope: 'account:admin',
  success: 204,
  output: z.null(),
  refusals: ['live_key_needed', 'platform_connection_not_found'],
  async run(context, { id }) {
    if (context.test) return { refused: 'live_key_needed' };
    const connection = await findPlatformConnection(context.tx, id);
    if (!connection) return { refused: 'platform_connection_not_found' };
    return {
      aside: () => removeCallback(connection, context),
      after: async (later: Context) => {
        deletePlatformConnection(later.tx, id);
        await noteInChain(later);
        return { body: null };
      },
    };
  },
});

export const updatePlatformConnection = operation({
  ...about,
  ...one,
  name: 'update-platform-connection',
  summary: 'Sets which documents go to the platform of a connection, and whether they go without being asked.',
  description:
    'Only documents finalized from then on are sent; others are sent one by one. Members left out stay as they are.',
  routes: ['PATCH /v2/e-invoicing/connections/{connectionId}'],
  scope: 'account:admin',
  body: sendingForm,
  success: 200,
  output: PlatformConnectionJson,
  refusals: ['live_key_needed', 'platform_connection_not_found', 'platform_not_for_sending'],
  example: { isAutomatic: true },
  async run(context, { id, isAutomatic, reports }) {
    if (context.test) return { refused: 'live_key_needed' };
    const connection = await findPlatformConnection(context.tx, id);
    if (!connection) return { refused: 'platform_connection_not_found' };
    if (!connection.sends) return { refused: 'platform_not_for_sending' };
    const changed = {
      ...connection,
      isAutomatic: isAutomatic ?? connection.isAutomatic,
      reports: reports ?? connection.reports,
    };
    setSending(context.tx, changed);
    await noteInChain(context);
    return { body: platformConnectionToJson(changed) };
  },
});

/** The connections of the mode that a new one leaves without a use. */
const replacedBy = async ({ tx }: Context, form: PlatformConnectionForm): Promise<StoredConnection[]> =>
  (await listPlatformConnections(tx, isTestPlatform(form))).filter(
    ({ sends, receives }) => !((sends && !form.sends) || (receives && !form.receives)),
  );

/** Which platforms act for the account is part of its audit chain, like its settings. */
const noteInChain = (context: Context) => updateAccountSettings(context, (before) => before);

/** What the first call of a platform says about the form. */
function refusalOf(
  checked: Exclude<Answered<true>, { ok: true }>,
): Refused<'platform_keys_refused' | 'platform_unreachable' | 'platform_answers_otherwise'> {
  if ('keysRefused' in checked) return { refused: 'platform_keys_refused', said: checked.keysRefused };
  if ('away' in checked) return { refused: 'platform_unreachable', said: checked.away };
  const { status, said } = checked.refused;
  return { refused: 'platform_answers_otherwise', said: `${status} ${said}`.trim() };
}
