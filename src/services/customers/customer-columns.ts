import { countryOf } from '../../csv/country-of.ts';
import type { ClientAddress } from '../../domain/customers/address.ts';
import type { ContactDetails, Customer, OrganizationDetails } from '../../domain/customers/customer.ts';
import {
  asText,
  asTrimmed,
  asWord,
  asYesOrNo,
  type CellReader,
  type Column,
  shownYesOrNo,
} from '../import-export/column.ts';

/** A customer as an export row. */
export type ShownCustomer = { readonly id: string; readonly customer: Customer; readonly organizationName?: string };

const kinds = {
  contact: ['contact', 'particulier', 'personne', 'person', 'individual'],
  organization: ['organisation', 'organization', 'entreprise', 'société', 'association', 'company'],
} as const;

const asKind: CellReader = (cell) => {
  const { value } = asWord(kinds)(cell, { comma: 'decimal' }) as { value: string };
  return Object.hasOwn(kinds, value)
    ? { value }
    : { fault: { code: 'kind_unknown', fr: 'Écrivez contact ou organisation', en: 'Write contact or organization' } };
};

/** Addresses separated by commas, semicolons or blanks. */
const asEmails: CellReader = (cell) => ({ value: cell.split(/[\s,;]+/).filter(Boolean) });

/** A two-letter code, or the country's name in French or English. */
const asCountry: CellReader = (cell) => ({ value: countryOf(cell) });

const languages = { fr: ['français', 'French'], en: ['anglais', 'English'] } as const;
const currencies = { EUR: ['€', 'euro'], USD: ['dollar'] } as const;

const contactOf = ({ customer }: ShownCustomer): Partial<ContactDetails> =>
  customer.kind === 'contact' ? customer.details : {};
const companyOf = ({ customer }: ShownCustomer): Partial<OrganizationDetails> =>
  customer.kind === 'organization' ? customer.details : {};

/** The columns of a customer file, in export order. */
export const customerColumns: readonly Column<ShownCustomer>[] = [
  { member: 'id', names: ['Identifiant', 'ID'], read: asTrimmed, show: ({ id }) => id },
  {
    member: 'kind',
    names: ['Genre', 'Type', 'Type de client'],
    read: asKind,
    show: ({ customer }) => kinds[customer.kind][0],
  },
  {
    member: 'name',
    names: ['Raison sociale', 'Société', 'Entreprise', 'Company', 'Organization name'],
    read: asText,
    show: (shown) => companyOf(shown).name,
  },
  optional('commercialName', ['Nom commercial', 'Trade name'], (shown) => companyOf(shown).commercialName),
  optional('firstname', ['Prénom', 'First name'], (shown) => contactOf(shown).firstname),
  {
    member: 'lastname',
    names: ['Nom', 'Nom de famille', 'Last name'],
    read: asText,
    show: (shown) => contactOf(shown).lastname,
  },
  {
    member: 'organization',
    names: ['Organisation', 'Organisation du contact', 'Organization of the contact'],
    read: asText,
    show: ({ organizationName }) => organizationName,
  },
  {
    member: 'defaultContact',
    names: ['Contact principal', 'Default contact'],
    read: asYesOrNo,
    show: ({ customer }) =>
      shownYesOrNo(customer.kind === 'contact' && customer.organizationId ? customer.isDefault : undefined),
  },
  {
    member: 'emails',
    names: ['E-mails', 'E-mail', 'Mail', 'Courriel', 'Adresse e-mail', 'Email'],
    empties: true,
    read: asEmails,
    show: ({ customer }) => customer.details.emails.join(', '),
  },
  optional('phone', ['Téléphone', 'Tél.', 'Mobile', 'Phone number'], ({ customer }) => customer.details.phone),
  optional('website', ['Site web', 'Site internet', 'Site', 'Web site'], ({ customer }) => customer.details.website),
  optional('jobTitle', ['Fonction', 'Poste', 'Job title'], (shown) => contactOf(shown).jobTitle),
  { ...optional('siren', ['SIREN', 'N° SIREN'], (shown) => inGroups(companyOf(shown).siren)), read: asTrimmed },
  { ...optional('siret', ['SIRET', 'N° SIRET'], (shown) => inGroups(companyOf(shown).siret)), read: asTrimmed },
  { ...optional('nafCode', ['Code NAF', 'NAF', 'APE'], (shown) => companyOf(shown).nafCode), read: asTrimmed },
  {
    ...optional(
      'vatNumber',
      ['N° TVA', 'N° de TVA', 'Numéro de TVA', 'TVA intracommunautaire', 'VAT number'],
      (shown) => companyOf(shown).vatNumber,
    ),
    read: asTrimmed,
  },
  {
    ...optional(
      'electronicAddress',
      ['Adresse de facturation électronique', 'Adresse électronique', 'Electronic address'],
      (shown) => companyOf(shown).electronicAddress,
    ),
    read: asTrimmed,
  },
  ...addressColumns('billingAddress', { fr: 'facturation', en: 'Billing', isMain: true }),
  ...addressColumns('deliveryAddress', { fr: 'livraison', en: 'Delivery', isMain: false }),
  optional('keywords', ['Mots-clés', 'Étiquettes', 'Tags'], ({ customer }) => customer.details.keywords),
  optional('notes', ['Notes', 'Remarques', 'Comments'], ({ customer }) => customer.details.notes),
  {
    ...optional('preferences.language', ['Langue', 'Language'], ({ customer }) => customer.details.language),
    read: asWord(languages),
  },
  {
    ...optional('preferences.currency', ['Devise', 'Currency'], ({ customer }) => customer.details.currency),
    read: asWord(currencies),
  },
];

/** A column that only files of other programs have. */
const foreign = (member: string, read: CellReader = asText): Column<ShownCustomer> => ({
  ...{ member, names: [], read, show: () => undefined },
});

/**
 * The columns of an import: those of our files, the ID in another program, a name that may be that
 * of a company or of a person, and the contact of a company in the same row.
 */
export const customerImportColumns: readonly Column<ShownCustomer>[] = [
  ...customerColumns,
  foreign('foreignId', asTrimmed),
  foreign('anyName'),
  ...['firstname', 'lastname', 'fullName', 'phone'].map((member) => foreign(`contact.${member}`)),
  foreign('contact.emails', asEmails),
];

/**
 * 732 829 320 00074: spreadsheets turn fourteen digits without blanks into a number and lose the
 * last. The same for a SIREN.
 */
const inGroups = (number: string | undefined): string | undefined =>
  number?.replace(/^(\d{3})(\d{3})(\d{3})(\d{5})?$/, (_, ...groups) => groups.slice(0, 4).filter(Boolean).join(' '));

/** A text that an empty cell clears. */
function optional(
  member: string,
  names: readonly string[],
  show: (shown: ShownCustomer) => string | null | undefined,
): Column<ShownCustomer> {
  return { member, names, empties: true, read: asText, show: (shown) => show(shown) ?? undefined };
}

/** The columns of an address. Headers without a purpose (`Ville`) mean the main one. */
function addressColumns(
  which: 'billingAddress' | 'deliveryAddress',
  { fr, en, isMain }: { fr: string; en: string; isMain: boolean },
): Column<ShownCustomer>[] {
  const part = (name: keyof ClientAddress, input: readonly [string, string, ...string[]]): Column<ShownCustomer> => {
    const [french, english, ...others] = input;
    const plain = isMain ? [french, english, ...others] : [];
    return optional(
      `${which}.${name}`,
      [`${french} ${fr}`, `${en} ${english}`, `${french} de ${fr}`, ...plain],
      ({ customer }) => customer.details[which]?.[name],
    );
  };
  return [
    part('address', ['Adresse', 'Address', 'Rue', 'Street']),
    part('complement', ['Complément', 'Address line 2', 'Complément d’adresse']),
    part('zipCode', ['Code postal', 'Zip code', 'CP', 'Postcode']),
    part('city', ['Ville', 'City']),
    part('state', ['Région', 'State']),
    { ...part('country', ['Pays', 'Country']), empties: false, read: asCountry },
  ];
}
