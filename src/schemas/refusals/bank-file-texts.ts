import type { BankField, BankFileFault } from '../../domain/payments/bank/file-fault.ts';
import type { LeftOutReason } from '../../domain/payments/bank/skipped-rows.ts';
import type { BilingualText } from '../bilingual-text.ts';

type WholeFault = Exclude<BankFileFault, { fault: 'field' }>['fault'];
type FieldRule = Extract<BankFileFault, { fault: 'field' }>['rule'];

/** Why a whole file cannot be read. */
export const fileFaultTexts: Readonly<Record<WholeFault, BilingualText>> = {
  unknown_format: {
    fr: 'Ce n’est pas un fichier OFX, CAMT.053, CSV ou Excel',
    en: 'This is not an OFX, CAMT.053, CSV or Excel file',
  },
  encoding: {
    fr: 'L’encodage du fichier n’est pas celui qui est indiqué',
    en: 'The encoding of the file is not the one you gave',
  },
  nul: {
    fr: 'Ce n’est pas un fichier texte : il contient un caractère nul',
    en: 'This is not a text file: it contains a NUL character',
  },
  empty: { fr: 'Le fichier est vide', en: 'The file is empty' },
  cut_short: { fr: 'Le fichier est tronqué', en: 'The file is truncated' },
  broken_xml: { fr: 'Le XML du fichier est mal formé', en: 'The XML of the file is not well-formed' },
  document_type: {
    fr: 'Le fichier contient un DOCTYPE, ce qui n’est pas admis',
    en: 'The file contains a DOCTYPE, which is not allowed',
  },
  too_deep: { fr: 'Les éléments XML sont trop imbriqués', en: 'The XML elements are nested too deeply' },
  quote: {
    fr: 'Le fichier contient un guillemet mal placé ou une ligne inachevée',
    en: 'The file has a misplaced quotation mark or an unfinished row',
  },
  columns: {
    fr: 'Le fichier ne contient aucun tableau avec des dates et des montants',
    en: 'The file contains no table with dates and amounts',
  },
  attributes: { fr: 'Un élément XML a trop d’attributs', en: 'An XML element has too many attributes' },
  ragged: {
    fr: 'Trop de lignes n’ont pas le même nombre de cellules que les autres',
    en: 'Too many rows have a different number of cells from the others',
  },
  too_costly: {
    fr: 'La lecture du fichier demande trop de temps ou de mémoire',
    en: 'Reading the file takes too much time or memory',
  },
  no_statement: { fr: 'Le fichier ne contient aucun relevé', en: 'The file contains no statement' },
  old_excel: {
    fr: 'C’est un classeur d’une ancienne version d’Excel. Ouvrez-le, puis enregistrez-le au format .xlsx ou CSV',
    en: 'This is a workbook of an old version of Excel. Open it, then save it as .xlsx or CSV',
  },
  open_document: {
    fr: 'C’est un classeur OpenDocument. Ouvrez-le, puis enregistrez-le au format .xlsx ou CSV',
    en: 'This is an OpenDocument spreadsheet. Open it, then save it as .xlsx or CSV',
  },
  broken_excel: {
    fr: 'Ce classeur Excel est endommagé ou protégé par un mot de passe. Ouvrez-le, puis enregistrez-le au format CSV',
    en: 'This Excel workbook is damaged or protected by a password. Open it, then save it as CSV',
  },
  excel_too_large: {
    fr: 'Ce classeur Excel est trop grand une fois décompressé. Enregistrez la feuille du relevé au format CSV',
    en: 'This Excel workbook is too large once unpacked. Save the sheet of the statement as CSV',
  },
  archive: {
    fr: 'C’est une archive (ZIP, GZ, RAR ou 7z). Décompressez-la, puis importez chaque relevé',
    en: 'This is an archive (ZIP, GZ, RAR or 7z). Unpack it, then import each statement',
  },
  pdf: {
    fr: 'C’est un PDF. Dans l’espace de votre banque, téléchargez les opérations en OFX ou en CSV plutôt que le relevé',
    en: 'This is a PDF. On the website of your bank, download the transactions as OFX or CSV instead of the statement',
  },
  qif: {
    fr: 'C’est un fichier QIF, dont les dates sont ambiguës. Dans l’espace de votre banque, choisissez OFX ou CSV',
    en: 'This is a QIF file, whose dates are ambiguous. On the website of your bank, choose OFX or CSV',
  },
  mt940: {
    fr: 'C’est un relevé MT940. Demandez à votre banque du CAMT.053, qui le remplace, ou choisissez OFX ou CSV',
    en: 'This is an MT940 statement. Ask your bank for CAMT.053, which replaces it, or choose OFX or CSV',
  },
  cfonb: {
    fr: 'C’est un relevé CFONB 120. Demandez à votre banque du CAMT.053, ou choisissez OFX ou CSV',
    en: 'This is a CFONB 120 statement. Ask your bank for CAMT.053, or choose OFX or CSV',
  },
  camt054: {
    fr: 'C’est un avis CAMT.054, qui répète le détail d’opérations du relevé. Importez le relevé CAMT.053',
    en: 'This is a CAMT.054 notification, which repeats details of transactions of the statement. Import the CAMT.053 statement',
  },
  web_page: {
    fr: 'C’est une page web, souvent celle de connexion de la banque. Connectez-vous, puis téléchargez le relevé à nouveau',
    en: 'This is a web page, often the sign-in page of the bank. Sign in, then download the statement again',
  },
};

/** Fields of a line. */
export const fieldTexts: Readonly<Record<BankField, BilingualText>> = {
  account: { fr: 'compte', en: 'account' },
  currency: { fr: 'devise', en: 'currency' },
  date: { fr: 'date', en: 'date' },
  value_date: { fr: 'date de valeur', en: 'value date' },
  amount: { fr: 'montant', en: 'amount' },
  direction: { fr: 'sens (débit ou crédit)', en: 'direction (debit or credit)' },
  balance: { fr: 'solde', en: 'balance' },
  column: { fr: 'colonne', en: 'column' },
};

/** The rule that a field violates. */
export const ruleTexts: Readonly<Record<FieldRule, BilingualText>> = {
  missing: { fr: 'absent', en: 'missing' },
  unreadable: { fr: 'ne se lit pas', en: 'cannot be read' },
  too_large: { fr: 'dépasse 10 milliards', en: 'is more than 10 billion' },
  other_currency: {
    fr: 'est dans une autre devise que le reste du relevé',
    en: 'is in a different currency from the rest of the statement',
  },
  both_sides: { fr: 'est à la fois au débit et au crédit', en: 'is both a debit and a credit' },
  contradicts: { fr: 'contredit le signe du montant', en: 'contradicts the sign of the amount' },
  other_columns: {
    fr: 'diffère de celle du premier tableau du fichier',
    en: 'differs from the first table of the file',
  },
};

/** Why a row of a file is not a transaction. */
export const leftOutTexts: Readonly<Record<LeftOutReason, BilingualText>> = {
  pending: { fr: 'en attente, pas encore comptabilisée', en: 'pending, not booked yet' },
  declined: { fr: 'refusée par la banque', en: 'declined by the bank' },
  canceled: { fr: 'annulée', en: 'canceled' },
  reverted: { fr: 'annulée après coup ou remboursée', en: 'reversed or refunded' },
  unknown_status: { fr: 'statut inconnu', en: 'unknown status' },
  no_movement: { fr: 'sans mouvement d’argent sur le compte', en: 'no money moved in the account' },
  total: { fr: 'total ou solde', en: 'total or balance' },
  note: { fr: 'sans date ou sans montant', en: 'no date or no amount' },
};
