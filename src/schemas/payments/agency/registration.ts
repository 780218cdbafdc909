import * as z from 'zod';
import { type AgencyCustomerState, agencyCustomerStates } from '../../../domain/payments/agency/next-step.ts';
import { digitsOf, type RegistrationDraft } from '../../../domain/payments/agency/registration-draft.ts';
import {
  type RegistrationFault,
  type RegistrationWhy,
  registrationFaults,
} from '../../../domain/payments/agency/registration-faults.ts';
import type { RegistrationInput } from '../../../domain/payments/agency/registration-input.ts';
import type { BilingualText } from '../../bilingual-text.ts';
import { NAME_MAX, SHORT_MAX, text } from '../../fields/text.ts';
import { type CustomFault, customFault } from '../../validation/custom-check.ts';
import { BankInformationJson, bic, iban } from '../bank-account.ts';

/** A text in Urssaf's form: on one line, with straight apostrophes. */
const plain = (max: number) => text(max).transform((value) => value.trim().replace(/\s+/g, ' ').replaceAll('’', "'"));
/** A text in Urssaf's form, omitted if empty. */
const perhaps = (max: number) =>
  plain(max)
    .nullish()
    .transform((value) => value || undefined);
const code = text(SHORT_MAX).transform((value) => value.replace(/\s/g, '').toUpperCase());
const perhapsCode = code.nullish().transform((value) => value || undefined);

const birthPlace = z.object({
  country: code.meta({ description: 'INSEE’s code of the country of birth: 99100 for France.', example: '99100' }),
  townCode: perhapsCode.meta({
    description: 'INSEE code of the town of birth, for France only: 37261, 2A004, 97209. Not the postcode.',
    example: '37261',
  }),
  town: perhaps(SHORT_MAX).meta({ description: 'The town of birth, for France only.', example: 'Tours' }),
});

const address = z.object({
  number: perhapsCode.meta({ description: 'The street number, digits only.', example: '12' }),
  letter: perhapsCode.meta({ description: 'Write B for bis, T for ter, Q for quater, C for quinquies.' }),
  streetType: perhapsCode.meta({
    description: 'The type of street in at most four letters: R, AV, BD.',
    example: 'R',
  }),
  street: perhaps(NAME_MAX).meta({ description: 'The name of the street, 28 characters.', example: 'de la Paix' }),
  complement: perhaps(NAME_MAX).meta({ description: 'A building, a floor; 38 characters.' }),
  locality: perhaps(NAME_MAX).meta({ description: 'A place without streets; 38 characters.' }),
  town: plain(SHORT_MAX).meta({ example: 'Tours' }),
  townCode: code.meta({ description: 'INSEE’s code of the town: 37261. Not the postcode.', example: '37261' }),
  postalCode: code.meta({ example: '37000' }),
  country: code.meta({ description: 'INSEE’s code of the country: 99100 for France.', example: '99100' }),
});

/**
 * A customer to register at Urssaf, as known to the tax office. Each value that Urssaf would refuse
 * is reported at its member.
 */
export const AgencyRegistrationForm = z
  .object({
    civility: z.enum(['mr', 'mrs']),
    birthName: plain(NAME_MAX).meta({ description: 'The name at birth.', example: 'Durand' }),
    usageName: perhaps(NAME_MAX).meta({ description: 'The current last name, if it is not the birth name.' }),
    firstNames: plain(NAME_MAX).meta({ example: 'Jeanne' }),
    bornOn: text(SHORT_MAX).meta({
      description: 'The day of birth, 1980-03-29.',
      format: 'date',
      example: '1980-03-29',
    }),
    birthPlace,
    mobilePhone: text(SHORT_MAX)
      .transform(digitsOf)
      .meta({ description: 'A French mobile number: 06, 07, +336 or +337.', example: '0605040302' }),
    email: plain(NAME_MAX).meta({ example: 'jeanne.durand@example.org' }),
    address,
    bank: z.object({ bic, iban, holder: plain(NAME_MAX).meta({ example: 'Mme Jeanne Durand' }) }),
  })
  .superRefine((value, { addIssue }) => {
    for (const fault of registrationFaults(value as RegistrationInput))
      addIssue({ code: 'custom', path: [...fault.at], ...customFault(faultOf(fault)) });
  })
  .meta({ id: 'AgencyRegistrationForm' });

function faultOf({ why, most }: RegistrationFault): CustomFault {
  const { fr, en } = why === 'too_long' ? tooLong(most) : texts[why];
  return { code: `agency_${why}`, fr, en };
}

const tooLong = (most = 0): BilingualText => ({
  fr: `L’Urssaf accepte au plus ${most} caractères : abrégez`,
  en: `Urssaf accepts at most ${most} characters: shorten it`,
});

const texts: Readonly<Record<Exclude<RegistrationWhy, 'too_long'>, BilingualText>> = {
  name_letters: {
    fr: 'Utilisez des lettres, apostrophes, tirets et espaces, avec une lettre au début et à la fin',
    en: 'Use letters, apostrophes, hyphens and spaces, with a letter first and last',
  },
  missing: { fr: 'L’Urssaf exige cette information', en: 'Urssaf requires this information' },
  birth_day: {
    fr: 'Écrivez la date de naissance sous la forme 1980-03-29, à partir de 1900',
    en: 'Write the date of birth as 1980-03-29, from 1900 on',
  },
  country_code: {
    fr: 'Le code INSEE du pays a cinq chiffres et commence par 99 (99100 pour la France)',
    en: 'The INSEE country code has five digits and starts with 99 (99100 for France)',
  },
  birth_town_missing: {
    fr: 'Pour une naissance en France, indiquez le code INSEE de la commune',
    en: 'For a birth in France, give the INSEE code of the town',
  },
  birth_town_abroad: {
    fr: 'Pour une naissance à l’étranger, laissez la commune vide',
    en: 'For a birth abroad, leave the town empty',
  },
  town_code: {
    fr: 'Donnez le code INSEE de la commune, comme 37261, 2A004 ou 97209. Ce n’est pas le code postal',
    en: 'Write the INSEE code of the town, such as 37261, 2A004 or 97209. It is not the postcode',
  },
  mobile_phone: {
    fr: 'Donnez un numéro de mobile français, à dix chiffres, commençant par 06, 07, +336 ou +337',
    en: 'Give a French mobile number: ten digits starting with 06, 07, +336 or +337',
  },
  email_letters: {
    fr: 'L’Urssaf n’accepte que des lettres sans accent, des chiffres, des points, des tirets et des tirets bas, sans « + »',
    en: 'Urssaf only accepts unaccented letters, digits, dots, hyphens and underscores, without “+”',
  },
  street_number: {
    fr: 'Indiquez le numéro seul, en chiffres. « bis » va dans le champ de la lettre',
    en: 'Give the number only, in digits. “bis” goes in the letter field',
  },
  street_letter: {
    fr: 'Écrivez B pour bis, T pour ter, Q pour quater, C pour quinquies',
    en: 'Write B for bis, T for ter, Q for quater, C for quinquies',
  },
  street_type: {
    fr: 'Écrivez au plus quatre lettres : R pour rue, AV pour avenue, BD pour boulevard',
    en: 'Use at most four letters: R for rue, AV for avenue, BD for boulevard',
  },
  no_place: {
    fr: 'Indiquez le nom de la voie, un complément ou un lieu-dit',
    en: 'Give the street name, an address complement or a locality',
  },
  postal_code: { fr: 'Un code postal a cinq chiffres', en: 'A postcode has five digits' },
  iban_form: {
    fr: 'L’Urssaf n’accepte pas cet IBAN. Indiquez un compte français',
    en: 'Urssaf does not accept this IBAN. Give a French account',
  },
  bic_form: {
    fr: 'Un BIC a 8 ou 11 caractères, dont 6 lettres au début',
    en: 'A BIC has 8 or 11 characters, the first 6 of them letters',
  },
};

const optionalCode = z.string().optional();

/** Registration data that is already known: members of `AgencyRegistrationForm`. */
export const AgencyRegistrationDraftJson = z
  .object({
    birthName: z.string().optional().meta({ description: 'The last name of the contact; the birth name may differ.' }),
    firstNames: z.string().optional(),
    mobilePhone: z.string().optional(),
    email: z.string().optional(),
    address: z
      .object({
        ...{
          number: optionalCode,
          letter: optionalCode,
          streetType: optionalCode,
          street: optionalCode,
          complement: optionalCode,
          locality: optionalCode,
        },
        ...{ town: optionalCode, townCode: optionalCode, postalCode: optionalCode, country: optionalCode },
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

/** A customer's registration at Urssaf. No other data of the registration is stored. */
export const AgencyCustomerJson = z
  .object({
    customerId: z.string(),
    state: z.enum(agencyCustomerStates).meta({
      description:
        'not_activated: the customer has not accepted on Urssaf’s page yet; active: payment requests can be sent; not_found: the tax office does not find the customer; blocked: a debit failed; expired: the direct debit mandate expired.',
    }),
    registeredAt: z.number().meta({ description: 'Unix seconds.' }),
    checkedAt: z.number().optional().meta({ description: 'When Urssaf last confirmed the state, Unix seconds.' }),
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
