import type { Refused } from '../../refusal.ts';
import { type CivilDay, isCivilDay } from '../../time/civil-day.ts';
import { FRANCE, type RegistrationInput } from './registration-input.ts';

/** What can be wrong with a field of a registration. */
export type RegistrationWhy =
  | 'name_letters'
  | 'too_long'
  | 'missing'
  | 'birth_day'
  | 'country_code'
  | 'birth_town_missing'
  | 'birth_town_abroad'
  | 'town_code'
  | 'mobile_phone'
  | 'email_letters'
  | 'street_number'
  | 'street_letter'
  | 'street_type'
  | 'no_place'
  | 'postal_code'
  | 'iban_form'
  | 'bic_form';

/** An invalid field: its path, and the reason. `most` is characters. */
export type RegistrationFault = {
  readonly at: readonly string[];
  readonly why: RegistrationWhy;
  readonly most?: number;
};

/** Urssaf's maximum characters of each text; for names the minimum of its API versions. */
const MOST = { name: 80, street: 28, complement: 38, town: 50, holder: 100 } as const;

/**
 * All fields Urssaf would refuse, by path (API Tiers de prestation 1.29.1,
 * InputParticulierDTO). It does not check whether the bank account exists, or whether the tax
 * office knows the person.
 */
export function registrationFaults(input: RegistrationInput): RegistrationFault[] {
  return [
    ...nameFaults(input.birthName, 'birthName'),
    ...(input.usageName === undefined ? [] : nameFaults(input.usageName, 'usageName')),
    ...nameFaults(input.firstNames, 'firstNames'),
    ...faultUnless(isBirthDay(input.bornOn), 'birth_day', 'bornOn'),
    ...birthPlaceFaults(input.birthPlace),
    ...faultUnless(MOBILE.test(input.mobilePhone), 'mobile_phone', 'mobilePhone'),
    ...faultUnless(EMAIL.test(input.email), 'email_letters', 'email'),
    ...addressFaults(input.address),
    ...faultUnless(IBAN.test(input.bank.iban), 'iban_form', 'bank', 'iban'),
    ...faultUnless(BIC.test(input.bank.bic), 'bic_form', 'bank', 'bic'),
    ...textFaults(input.bank.holder, MOST.holder, 'bank', 'holder'),
  ];
}

/** Refuses a birth day in the future (ERR_DATE_NAISSANCE_FUTUR). */
export const birthDayFault = (
  { bornOn }: Pick<RegistrationInput, 'bornOn'>,
  today: CivilDay,
): Refused<'agency_birth_day_to_come'> | undefined =>
  bornOn > today ? { refused: 'agency_birth_day_to_come' } : undefined;

/** Letters with apostrophes, hyphens and spaces between them. */
const NAME = /^\p{L}(?:[\p{L}' -]*\p{L})?$/u;
const MOBILE = /^(?:0|\+33)[67]\d{8}$/;
const EMAIL = /^[-A-Za-z0-9_]+(?:\.[-A-Za-z0-9_]+)*@[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*\.[A-Za-z]+$/;
const COUNTRY = /^99\d{3}$/;
/**
 * Departments 01 to 95 as of the day of birth (20 was Corsica until 1976), 2A, 2B, and overseas.
 */
const BIRTH_TOWN = /^(?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|9[78])\d{3}$/;
const TOWN = /^(?:\d{2}|2[AB])\d{3}$/;
const POSTAL = /^\d{5}$/;
/** At least 18 characters: shorter foreign IBANs are not accepted. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{4}\d{7}[A-Z0-9]{3,16}$/;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const EARLIEST_BIRTH = '1900-01-01';

const isBirthDay = (day: string): boolean => isCivilDay(day) && day >= EARLIEST_BIRTH;

function nameFaults(name: string, at: string): RegistrationFault[] {
  if (name === '') return [{ at: [at], why: 'missing' }];
  return [
    ...(name.length > MOST.name ? [{ at: [at], why: 'too_long', most: MOST.name } as const] : []),
    ...faultUnless(NAME.test(name), 'name_letters', at),
  ];
}

function birthPlaceFaults({ country, townCode, town }: RegistrationInput['birthPlace']): RegistrationFault[] {
  if (!COUNTRY.test(country)) return [{ at: ['birthPlace', 'country'], why: 'country_code' }];
  if (country !== FRANCE) return faultUnless(townCode === undefined, 'birth_town_abroad', 'birthPlace', 'townCode');
  return [
    ...(townCode === undefined
      ? [{ at: ['birthPlace', 'townCode'], why: 'birth_town_missing' } as const]
      : faultUnless(BIRTH_TOWN.test(townCode), 'town_code', 'birthPlace', 'townCode')),
    ...textFaults(town ?? '', MOST.town, 'birthPlace', 'town'),
  ];
}

function addressFaults(address: RegistrationInput['address']): RegistrationFault[] {
  const { number, letter, streetType, street, complement, locality } = address;
  const at = (member: string) => ['address', member] as const;
  return [
    ...faultUnless(number === undefined || /^[1-9]\d{0,19}$/.test(number), 'street_number', ...at('number')),
    ...faultUnless(letter === undefined || /^[BTQC]$/.test(letter), 'street_letter', ...at('letter')),
    ...faultUnless(streetType === undefined || /^[0-9A-Z]{1,4}$/.test(streetType), 'street_type', ...at('streetType')),
    ...(street === undefined ? [] : textFaults(street, MOST.street, ...at('street'))),
    ...(complement === undefined ? [] : textFaults(complement, MOST.complement, ...at('complement'))),
    ...(locality === undefined ? [] : textFaults(locality, MOST.complement, ...at('locality'))),
    ...faultUnless(Boolean(street ?? complement ?? locality), 'no_place', ...at('street')),
    ...textFaults(address.town, MOST.town, ...at('town')),
    ...faultUnless(TOWN.test(address.townCode), 'town_code', ...at('townCode')),
    ...faultUnless(POSTAL.test(address.postalCode), 'postal_code', ...at('postalCode')),
    ...faultUnless(COUNTRY.test(address.country), 'country_code', ...at('country')),
  ];
}

function textFaults(text: string, most: number, ...at: readonly string[]): RegistrationFault[] {
  if (text === '') return [{ at, why: 'missing' }];
  return text.length > most ? [{ at, why: 'too_long', most }] : [];
}

const faultUnless = (isFine: boolean, why: RegistrationWhy, ...at: readonly string[]): RegistrationFault[] =>
  isFine ? [] : [{ at, why }];
