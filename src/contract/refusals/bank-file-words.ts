import type { BankField, BankFileFault } from '../../domain/payments/bank/file-fault.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';

type WholeFault = Exclude<BankFileFault, { fault: 'field' }>['fault'];
type FieldRule = Extract<BankFileFault, { fault: 'field' }>['rule'];

/** Why a whole file cannot be read. */
export const fileFaultWords: Readonly<Record<WholeFault, InTwoLanguages>> = {
  unknown_format: {
    fr: 'Ce n’est ni un fichier OFX, ni un CAMT.053, ni un CSV',
    en: 'It is no OFX, CAMT.053 or CSV file',
  },
  encoding: {
    fr: 'Son jeu de caractères n’est pas celui qui est annoncé',
    en: 'Its character set is not the one given',
  },
  nul: { fr: 'Il contient un caractère nul : ce n’est pas du texte', en: 'It holds a NUL character: it is no text' },
  empty: { fr: 'Il est vide', en: 'It is empty' },
  cut_short: { fr: 'Il s’arrête avant sa fin', en: 'It stops before its end' },
  broken_xml: { fr: 'Son XML n’est pas correct', en: 'Its XML is not sound' },
  document_type: {
    fr: 'Il contient un DOCTYPE, ce qu’aucune banque n’écrit',
    en: 'It has a DOCTYPE, which no bank writes',
  },
  too_deep: { fr: 'Ses éléments sont trop imbriqués', en: 'Its elements are nested too deep' },
  quote: {
    fr: 'Un guillemet y est mal placé, ou une ligne n’est pas terminée',
    en: 'A quote is out of its place, or a row does not end',
  },
  columns: {
    fr: 'Aucun tableau avec des dates et des montants n’y a été trouvé',
    en: 'No table with days and amounts was found in it',
  },
  no_statement: { fr: 'Il ne contient aucun relevé', en: 'It holds no statement' },
};

/** Fields of a line. */
export const fieldWords: Readonly<Record<BankField, InTwoLanguages>> = {
  account: { fr: 'compte', en: 'account' },
  currency: { fr: 'devise', en: 'currency' },
  date: { fr: 'date', en: 'date' },
  value_date: { fr: 'date de valeur', en: 'value date' },
  amount: { fr: 'montant', en: 'amount' },
  direction: { fr: 'sens (débit ou crédit)', en: 'direction (debit or credit)' },
  balance: { fr: 'solde', en: 'balance' },
  column: { fr: 'colonne', en: 'column' },
};

/** What a field must be, and is not. */
export const ruleWords: Readonly<Record<FieldRule, InTwoLanguages>> = {
  missing: { fr: 'absent', en: 'missing' },
  unreadable: { fr: 'ne se lit pas', en: 'cannot be read' },
  too_large: { fr: 'dépasse dix milliards', en: 'is more than ten thousand million' },
  other_currency: {
    fr: 'est dans une autre devise que le reste du relevé',
    en: 'is in another currency than the rest of the statement',
  },
  both_sides: { fr: 'est à la fois au débit et au crédit', en: 'stands as debit and as credit' },
};
