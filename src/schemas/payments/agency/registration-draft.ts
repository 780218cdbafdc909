import * as z from 'zod';
import type { RegistrationDraft } from '../../../domain/payments/agency/registration-draft.ts';
import { BankInformationJson } from '../bank-account.ts';

const code = z.string().optional();

/** Registration data that is already known: members of `AgencyRegistrationForm`. */
export const AgencyRegistrationDraftJson = z
  .object({
    birthName: z.string().optional().meta({ description: 'The last name of the contact; the birth name may differ.' }),
    firstNames: z.string().optional(),
    mobilePhone: z.string().optional(),
    email: z.string().optional(),
    address: z
      .object({
        ...{ number: code, letter: code, streetType: code, street: code, complement: code, locality: code },
        ...{ town: code, townCode: code, postalCode: code, country: code },
      })
      .meta({ description: 'The parts of the billing address, as far as they can be separated.' }),
    bank: BankInformationJson.optional(),
  })
  .meta({ id: 'AgencyRegistrationDraft' });

export const registrationDraftToJson = ({
  bank,
  ...draft
}: RegistrationDraft): z.input<typeof AgencyRegistrationDraftJson> => ({
  ...draft,
  address: { ...draft.address },
  ...(bank && { bank: { ...bank } }),
});
