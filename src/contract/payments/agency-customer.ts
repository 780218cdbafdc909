import * as z from 'zod';
import { type AgencyCustomerState, agencyCustomerStates } from '../../domain/payments/agency/next-step.ts';
import { isCivilDay } from '../../domain/time/civil-day.ts';

/** How the agency knows a customer, as the interface writes it. Nothing else of what he told is kept. */
export const AgencyCustomerJson = z
  .object({
    customerId: z.string(),
    state: z.enum(agencyCustomerStates).meta({
      description:
        'not_activated: he has still to say yes on the agency’s page; active: he may be asked; not_found: his tax office does not find him; blocked: a debit failed; expired: his mandate for debits ran out.',
    }),
    registeredAt: z.number().meta({ description: 'Unix seconds.' }),
    checkedAt: z.number().optional().meta({ description: 'When the agency last said so, Unix seconds.' }),
  })
  .meta({ id: 'AgencyCustomer' });

type Known = {
  readonly customerId: string;
  readonly state: AgencyCustomerState;
  readonly registeredAt: number;
  readonly checkedAt?: number;
};
export const agencyCustomerToJson = ({
  customerId,
  state,
  registeredAt,
  checkedAt,
}: Known): z.input<typeof AgencyCustomerJson> => ({
  ...{ customerId, state, registeredAt },
  ...(checkedAt !== undefined && { checkedAt }),
});

const text = (most: number) => z.string().trim().min(1).max(most);
const optional = (most: number) => z.string().trim().max(most).optional();
/** A country of INSEE's list: five digits, 99100 is France. */
const country = z
  .string()
  .regex(/^\d{5}$/)
  .default('99100')
  .meta({ description: 'INSEE’s code of the country, five digits; 99100 is France.' });

/** What a customer is registered with (API Tiers de prestation, InputParticulierDTO). Sent to the agency and forgotten. */
export const agencyRegistrationForm = z
  .object({
    civility: z.enum(['mr', 'mrs']),
    birthName: text(100),
    usageName: optional(100),
    firstNames: text(256).meta({ description: 'All of them, as on the identity card, with a space between.' }),
    bornOn: z.string().refine(isCivilDay).meta({ description: 'The day of birth, YYYY-MM-DD.', example: '1980-05-17' }),
    birthPlace: z.object({
      country,
      department: optional(3).meta({ description: 'Three characters, in France: 069, 02A, 972.' }),
      town: z
        .object({ code: text(3), name: text(50) })
        .optional()
        .meta({
          description: 'In France: the last three digits of INSEE’s code of the town, and its name.',
        }),
    }),
    mobilePhone: text(20).meta({ description: 'A French mobile number, which the agency writes to.' }),
    email: text(254),
    address: z.object({
      number: optional(20),
      letter: optional(1).meta({ description: 'B (bis), T (ter), Q (quater) or C.' }),
      streetType: optional(4).meta({ description: 'As postal addresses shorten it: R, AV, BD.' }),
      street: optional(28),
      complement: optional(38),
      locality: optional(38),
      town: text(50),
      townCode: text(5).meta({ description: 'INSEE’s code of the town.', example: '37261' }),
      postalCode: text(5),
      country,
    }),
    bank: z.object({ iban: text(38), bic: text(11), holder: text(100) }),
  })
  .meta({ id: 'AgencyRegistration' });
