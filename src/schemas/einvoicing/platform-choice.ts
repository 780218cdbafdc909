import * as z from 'zod';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { sirenOfSiret } from '../../domain/customers/customer.ts';
import { type PlatformConnection, presetNames } from '../../domain/einvoicing/platform-connection.ts';
import { platformName } from './platform-connection.ts';

const ChosenPlatformJson = z
  .object({
    connectionId: z.string(),
    preset: z.enum(presetNames),
    name: z.string().meta({ description: 'The name of the platform, or its host.' }),
  })
  .meta({ id: 'ChosenPlatform' });

/** Which platforms act for an account, in the mode of the caller. */
export const PlatformChoiceJson = z
  .object({
    isChosen: z.boolean().meta({ description: 'Whether a platform sends or receives for the account.' }),
    sending: ChosenPlatformJson.nullable().meta({
      description: 'By which documents are sent; null if none is chosen.',
    }),
    receiving: ChosenPlatformJson.nullable().meta({
      description: 'By which invoices of suppliers arrive; null if none.',
    }),
    isAutomatic: z.boolean().meta({ description: 'Documents are sent as soon as they are finalized.' }),
    electronicAddress: z.string().nullable().meta({
      description: 'Your address in the directory (scheme 0225), by default the SIREN; null without a SIRET.',
    }),
  })
  .meta({ id: 'PlatformChoice' });

/** `connections`: those of one mode. */
export function platformChoiceToJson(
  { emitter }: Pick<AccountSettings, 'emitter'>,
  connections: readonly PlatformConnection[],
): z.input<typeof PlatformChoiceJson> {
  const chosen = (use: 'sends' | 'receives') => {
    const found = connections.find((connection) => connection[use]);
    return found ? { connectionId: found.id, preset: found.preset, name: platformName(found) } : null;
  };
  const sending = chosen('sends');
  const receiving = chosen('receives');
  const siren = emitter.siret === undefined ? null : sirenOfSiret(emitter.siret);
  return {
    isChosen: sending !== null || receiving !== null,
    ...{ sending, receiving },
    isAutomatic: connections.some(({ isAutomatic }) => isAutomatic),
    electronicAddress: emitter.electronicAddress ?? siren,
  };
}
