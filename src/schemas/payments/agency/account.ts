import * as z from 'zod';
import type { AccountSettings } from '../../../domain/account/settings.ts';

/** Maximum characters of an Urssaf client ID or secret. */
const KEY_MAX = 300;
const BILLING_ID_MAX = 100;

/** The account at Urssaf in the API. */
export const AgencyAccountJson = z
  .object({
    isConnected: z
      .boolean()
      .meta({ description: 'Whether payment requests are sent; in test mode always true, to the simulator.' }),
    isStandIn: z.boolean().meta({ description: 'In test mode a simulator answers; nothing is sent to Urssaf.' }),
    isAsked: z
      .boolean()
      .meta({ description: 'Whether this service uses the Urssaf API (`URSSAF_URL`); test requests do not need it.' }),
    billingId: z.string().optional().meta({ description: 'The payee: Urssaf’s ID of the account.' }),
    natureCodesConfirmed: z.boolean().meta({
      description:
        'The owner has checked the codes of their activities (10 for the first of PersonalServiceActivity, 20 for the second, …) in Urssaf’s documentation.',
    }),
    connectedAt: z.number().optional().meta({ description: 'Unix seconds.' }),
  })
  .meta({ id: 'AgencyAccount' });

export const agencyAccountToJson = (
  { agency }: Pick<AccountSettings, 'agency'>,
  { test, isAsked }: { test: boolean; isAsked: boolean },
): z.input<typeof AgencyAccountJson> => {
  if (test)
    return { isConnected: true, isStandIn: true, isAsked: true, billingId: 'ESSAI', natureCodesConfirmed: true };
  if (!agency) return { isConnected: false, isStandIn: false, isAsked, natureCodesConfirmed: false };
  const { billingId, natureCodesConfirmed, connectedAt } = agency;
  return { isConnected: true, isStandIn: false, isAsked, billingId, natureCodesConfirmed, connectedAt };
};

const secret = z.string().trim().min(4).max(KEY_MAX);

/** The form to connect an account. Keys are never returned. */
export const agencyAccountForm = z.object({
  clientId: secret.meta({ description: 'The identifier of the production access to the API Tiers de prestation.' }),
  clientSecret: secret.meta({ description: 'The secret of that access. It is stored encrypted and never returned.' }),
  billingId: z
    .string()
    .trim()
    .min(1)
    .max(BILLING_ID_MAX)
    .meta({ description: 'The payee at Urssaf (idTiersFacturation), given by Urssaf when it opened the access.' }),
  natureCodesConfirmed: z.boolean().default(false).meta({
    description: 'The activity codes were checked in Urssaf’s documentation. Until then a warning is shown.',
  }),
});
