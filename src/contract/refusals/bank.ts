import type { BankRefusal } from '../../domain/payments/bank/refusal.ts';
import { fieldWords, fileFaultWords, ruleWords } from './bank-file-words.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** Statements of banks: files that cannot be read as they are, and what is not there. */
export const bankRefusals: Rows<BankRefusal> = {
  bank_account_not_found: notFound('bank_account', 'Compte bancaire introuvable', 'Bank account not found'),
  bank_statement_not_found: notFound('bank_statement', 'Relevé bancaire introuvable', 'Bank statement not found'),
  bank_statement_in_use: {
    code: 'bank_statement.in_use',
    status: 409,
    title: { fr: 'Ce relevé a servi', en: 'This statement was used' },
    detail: () => ({
      fr: 'Des documents ont été réglés avec certaines de ses opérations.',
      en: 'Documents were paid with some of its transactions.',
    }),
    remedy: {
      fr: 'Défaites d’abord ces rapprochements, puis supprimez le relevé.',
      en: 'Undo these matches first, then delete the statement.',
    },
  },
  bank_file_unreadable: {
    code: 'bank_statement.file_unreadable',
    status: 400,
    title: { fr: 'Relevé illisible', en: 'Unreadable statement' },
    detail: ({ said: { fault, row } }) => ({
      fr: `${fileFaultWords[fault].fr}${row === undefined ? '' : ` (ligne ${row})`}.`,
      en: `${fileFaultWords[fault].en}${row === undefined ? '' : ` (line ${row})`}.`,
    }),
    remedy: {
      fr: 'Téléchargez le relevé à nouveau depuis votre banque, en OFX, en CAMT.053, en CSV ou en Excel (.xlsx).',
      en: 'Download the statement again from your bank, as OFX, CAMT.053, CSV or Excel (.xlsx).',
    },
    members: ({ said: { fault, row } }) => ({ fault, ...(row !== undefined && { row }) }),
  },
  bank_line_unreadable: {
    code: 'bank_statement.line_unreadable',
    status: 400,
    title: { fr: 'Ligne illisible dans le relevé', en: 'Unreadable line in the statement' },
    detail: ({ said: { row, field, rule } }) => ({
      fr: `Ligne ${row}, ${fieldWords[field].fr} : ${ruleWords[rule].fr}. Rien n’a été importé.`,
      en: `Line ${row}, ${fieldWords[field].en}: ${ruleWords[rule].en}. Nothing was imported.`,
    }),
    remedy: {
      fr: 'Corrigez cette ligne, ou la colonne indiquée, ou téléchargez le relevé à nouveau dans un autre format.',
      en: 'Correct this line, or the column that was told, or download the statement again in another form.',
    },
    members: ({ said: { row, field, rule } }) => ({ row, field, rule }),
  },
  bank_file_too_long: {
    code: 'bank_statement.file_too_long',
    status: 413,
    title: { fr: 'Relevé trop long', en: 'Statement too long' },
    detail: ({ limit, of }) => ({
      fr: `Au plus ${limit} ${of === 'lines' ? 'opérations' : 'relevés'} par fichier.`,
      en: `At most ${limit} ${of === 'lines' ? 'transactions' : 'statements'} in a file.`,
    }),
    remedy: {
      fr: 'Demandez à votre banque une période plus courte.',
      en: 'Ask your bank for a shorter period.',
    },
    members: ({ limit }) => ({ limit }),
  },
  bank_columns_needed: {
    code: 'bank_statement.columns_needed',
    status: 422,
    title: { fr: 'Colonnes à préciser', en: 'Columns to be told' },
    detail: () => ({
      fr: 'Un fichier CSV avec ces en-têtes est lu pour la première fois : il faut dire quelle colonne est la date, le libellé, le montant.',
      en: 'A CSV file with these headers is read for the first time: say which column is the date, the label, the amount.',
    }),
    remedy: {
      fr: 'Renvoyez le fichier avec « columns » ; « guess » est une proposition. Cela ne sera plus demandé pour ces en-têtes.',
      en: 'Send the file again with "columns"; "guess" is a proposal. It will not be asked again for these headers.',
    },
    pointer: () => '/columns',
    members: ({ columnNames: headers, sample, guess }) => ({ headers, sample, ...(guess && { guess }) }),
  },
  bank_account_needed: {
    code: 'bank_statement.account_needed',
    status: 422,
    title: { fr: 'Compte bancaire à préciser', en: 'Bank account to be told' },
    detail: () => ({
      fr: 'Le fichier ne dit pas de quel compte il est le relevé, et vous en avez plusieurs.',
      en: 'The file does not say whose account it is about, and you have several.',
    }),
    remedy: {
      fr: 'Indiquez « bankAccountId », ou l’IBAN du compte dans « iban ».',
      en: 'Give "bankAccountId", or the IBAN of the account in "iban".',
    },
    remedyOnScreen: {
      fr: 'Choisissez le compte bancaire, ou indiquez son IBAN.',
      en: 'Choose the bank account, or give its IBAN.',
    },
    pointer: () => '/bankAccountId',
  },
  bank_full: {
    code: 'bank_statement.limit_reached',
    status: 409,
    title: { fr: 'Limite atteinte', en: 'Limit reached' },
    detail: ({ limit, of }) => ({
      fr: `Au plus ${limit} ${of === 'accounts' ? 'comptes bancaires' : 'opérations par compte bancaire'}.`,
      en: `At most ${limit} ${of === 'accounts' ? 'bank accounts' : 'transactions of a bank account'}.`,
    }),
    remedy: {
      fr: 'Supprimez des relevés dont vous n’avez plus besoin.',
      en: 'Delete statements you need no more.',
    },
    members: ({ limit }) => ({ limit }),
  },
};
