import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { deleteAgencyKeys, writeAgencyKeys } from '../../../db/payments/agency.ts';
import { operation } from '../../../pipeline/operation.ts';
import { AgencyAccountJson, agencyAccountForm, agencyAccountToJson } from '../../../schemas/payments/agency/account.ts';
import type { Context } from '../../../services/context.ts';
import { agencyWithKeys } from '../../../services/payments/agency/agency-for-account.ts';
import type { Answered } from '../../../services/payments/agency/agency-messages.ts';
import { updateAccountSettings } from '../../../services/payments/update-account-settings.ts';

const about = {
  chapter: 'Payments',
  routes: ['PUT /v2/billing/agency-account'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
} as const;
type Shown = z.input<typeof AgencyAccountJson>;

export const connectAgencyAccount = operation({
  ...about,
  name: 'connect-agency-account',
  summary: 'Connects Urssaf account (tiers de prestation), to which payment requests are sent.',
  description:
    'The keys are checked with Urssaf, then stored encrypted and never returned. Test keys are refused: test mode uses a simulator, without an Urssaf account.',
  body: agencyAccountForm,
  success: 200,
  output: AgencyAccountJson,
  refusals: ['live_key_needed', 'agency_keys_refused', 'agency_unreachable'],
  example: {
    clientId: '0f8c2b6e',
    clientSecret: 'a-secret-of-the-portal',
    billingId: '1081234',
    natureCodesConfirmed: true,
  },
  async run(context, { clientId, clientSecret, billingId, natureCodesConfirmed }) {
    if (context.test) return { refused: 'live_key_needed' };
    const keys = { clientId, clientSecret };
    const agency = agencyWithKeys(keys, context);
    if (!agency) return { refused: 'agency_unreachable' };
    return {
      aside: () => agency.enter(),
      after: async (later: Context, entered: Answered<true>) => {
        if ('keysRefused' in entered) return { refused: 'agency_keys_refused' } as const;
        if (!('ok' in entered)) return { refused: 'agency_unreachable' } as const;
        const { newId, now, webhooks } = later;
        const account = { id: newId(), billingId, natureCodesConfirmed, connectedAt: now };
        const settings = await updateAccountSettings(later, (before) => ({ ...before, agency: account }));
        const lockedKeys = webhooks.secrets.lock(JSON.stringify(keys), account.id);
        writeAgencyKeys(later.tx, { id: account.id, lockedKeys }, now);
        return { body: agencyAccountToJson(settings, { test: false, isAsked: true }) as Shown };
      },
    };
  },
});

export const getAgencyAccount = operation({
  ...about,
  name: 'get-agency-account',
  summary: 'Gets the Urssaf account, connected or not. Test mode uses a simulator.',
  routes: ['GET /v2/billing/agency-account'],
  scope: 'billing:read',
  success: 200,
  output: AgencyAccountJson,
  refusals: [],
  async run({ tx, test, agencyUrl }) {
    const { settings } = await settingsOf(tx);
    return { body: agencyAccountToJson(settings, { test, isAsked: agencyUrl !== undefined }) };
  },
});

export const disconnectAgencyAccount = operation({
  ...about,
  name: 'disconnect-agency-account',
  summary: 'Disconnects the Urssaf account and deletes its keys.',
  description: 'Payment requests, including sent ones, wait until an account is connected again.',
  routes: ['DELETE /v2/billing/agency-account'],
  success: 204,
  output: z.null(),
  refusals: ['live_key_needed', 'agency_account_not_found'],
  async run(context) {
    if (context.test) return { refused: 'live_key_needed' };
    const { settings } = await settingsOf(context.tx);
    if (!settings.agency) return { refused: 'agency_account_not_found' };
    await updateAccountSettings(context, ({ agency: _, ...before }) => before);
    deleteAgencyKeys(context.tx);
    return { body: null };
  },
});
