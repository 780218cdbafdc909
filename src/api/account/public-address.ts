import * as z from 'zod';
import { isRefusal } from '../../domain/refusal.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import { PublicAddressForm, PublicAddressJson } from '../../schemas/account/installation.ts';
import { type AddressSetting, installationFor, operatorRefusals } from '../../services/account/installation.ts';
import type { Context } from '../../services/context.ts';

const about = {
  chapter: 'Account',
  path: z.object({}),
  query: z.object({}),
  success: 200,
  scope: 'account:admin',
  // Whether a person is an operator is checked inside, because it is a right over the service.
  openTo: ({ isPerson }: Pick<Context, 'isPerson'>): boolean => isPerson === true,
  output: PublicAddressJson,
} as const;

const getPublicAddress = operation({
  ...about,
  name: 'get-public-address',
  summary: 'Get the public address of the service, with which links in e-mails, PDFs and pages begin.',
  routes: ['GET /v2/installation/address'],
  body: z.object({}),
  refusals: operatorRefusals,
  run: async (context) => {
    const installation = await installationFor(context);
    return isRefusal(installation) ? installation : { body: addressToJson(installation.address.current()) };
  },
});

const setPublicAddress = operation({
  ...about,
  name: 'set-public-address',
  summary: 'Set the public address of the service.',
  description:
    'It takes effect in every process within seconds. E-mails and PDFs made before keep the old address. Refused while `PUBLIC_URL` or `DOMAIN` is set.',
  routes: ['PUT /v2/installation/address'],
  body: PublicAddressForm,
  knowsAll: true,
  refusals: [...operatorRefusals, 'set_by_environment'],
  securityNote: () => ({ event: 'installation_changed', operation: 'set-public-address' }),
  example: { url: 'https://factures.exemple.fr' },
  run: async (context, { url }) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { address } = installation;
    const { origin } = address.current();
    if (origin.source === 'environment') return { refused: 'set_by_environment', variable: origin.variable };
    await address.store(url, { by: context.actor, at: context.realNow });
    return { body: addressToJson(address.current()) };
  },
});

const removePublicAddress = operation({
  ...about,
  name: 'remove-public-address',
  summary: 'Remove the public address: links begin with the address of the machine again.',
  routes: ['DELETE /v2/installation/address'],
  body: z.object({}),
  success: 204,
  output: z.undefined(),
  refusals: [...operatorRefusals, 'set_by_environment'],
  securityNote: () => ({ event: 'installation_changed', operation: 'remove-public-address' }),
  run: async (context) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { origin } = installation.address.current();
    if (origin.source === 'environment') return { refused: 'set_by_environment', variable: origin.variable };
    await installation.address.store(undefined, { by: context.actor, at: context.realNow });
    return { body: undefined };
  },
});

/** The operations on the public address of the service. */
export const publicAddressOperations: readonly Operation[] = [getPublicAddress, setPublicAddress, removePublicAddress];

const addressToJson = ({ origin, url }: AddressSetting): z.input<typeof PublicAddressJson> => ({
  source: origin.source,
  variable: 'variable' in origin ? origin.variable : null,
  changedAt: ('changedAt' in origin ? origin.changedAt : undefined) ?? null,
  url,
});
