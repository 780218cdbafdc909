import type { BankRefusal } from '../../domain/payments/bank/refusal.ts';
import type { BankMatchRefusal } from '../../domain/refusal.ts';
import { formatCents } from '../fields/format-amount.ts';
import { fieldTexts, fileFaultTexts, ruleTexts } from './bank-file-texts.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Bank statements: unreadable files, and missing objects. */
export const bankRefusals: Rows<BankRefusal> = {
  bank_account_not_found: notFound('bank_account', 'Compte bancaire introuvable', 'Bank account not found'),
  bank_statement_not_found: notFound('bank_statement', 'Relevé bancaire introuvable', 'Bank statement not found'),
  bank_statement_in_use: {
    code: 'bank_statement.in_use',
    status: 409,
    title: { fr: 'Ce relevé est utilisé', en: 'This statement is in use' },
    detail: () => ({
      fr: 'Certaines opérations de ce relevé sont rapprochées de documents, ou inscrites au registre des achats.',
      en: 'Some transactions of this statement are matched to documents, or are in the register of purchases.',
    }),
    remedy: {
      fr: 'Annulez d’abord les rapprochements de ces opérations, puis supprimez le relevé. Un relevé dont un débit est au registre des achats est conservé.',
      en: 'Undo the matches of these transactions first, then delete the statement. A statement with a debit in the register of purchases is kept.',
    },
  },
  bank_file_unreadable: {
    code: 'bank_statement.file_unreadable',
    status: 400,
    title: { fr: 'Relevé illisible', en: 'Unreadable statement' },
    detail: ({ said: { fault, row } }) => ({
      fr: `${fileFaultTexts[fault].fr}${row === undefined ? '' : ` (ligne ${row})`}.`,
      en: `${fileFaultTexts[fault].en}${row === undefined ? '' : ` (line ${row})`}.`,
    }),
    remedy: {
      fr: 'Téléchargez de nouveau le relevé sur le site de votre banque, au format OFX, CAMT.053, CSV ou Excel (.xlsx).',
      en: 'Download the statement again from your bank’s website as OFX, CAMT.053, CSV or Excel (.xlsx).',
    },
    members: ({ said: { fault, row } }) => ({ fault, ...(row !== undefined && { row }) }),
  },
  bank_line_unreadable: {
    code: 'bank_statement.line_unreadable',
    status: 400,
    title: { fr: 'Ligne illisible dans le relevé', en: 'Unreadable line in the statement' },
    detail: ({ said: { row, field, rule } }) => ({
      fr: `Ligne ${row}, ${fieldTexts[field].fr} : ${ruleTexts[rule].fr}. Rien n’a été importé.`,
      en: `Line ${row}, ${fieldTexts[field].en}: ${ruleTexts[rule].en}. Nothing was imported.`,
    }),
    remedy: {
      fr: 'Corrigez cette ligne ou le choix des colonnes, ou téléchargez de nouveau le relevé dans un autre format.',
      en: 'Correct this line or the column mapping, or download the statement again in another format.',
    },
    members: ({ said: { row, field, rule } }) => ({ row, field, rule }),
  },
  bank_file_too_long: {
    code: 'bank_statement.file_too_long',
    status: 413,
    title: { fr: 'Relevé trop long', en: 'Statement too long' },
    detail: ({ limit, of }) => ({
      fr: `Un fichier contient au plus ${limit} ${of === 'lines' ? 'opérations' : 'relevés'}.`,
      en: `A file can contain at most ${limit} ${of === 'lines' ? 'transactions' : 'statements'}.`,
    }),
    remedy: {
      fr: 'Téléchargez une période plus courte sur le site de votre banque.',
      en: 'Download a shorter period from your bank.',
    },
    members: ({ limit }) => ({ limit }),
  },
  bank_columns_needed: {
    code: 'bank_statement.columns_needed',
    status: 422,
    title: { fr: 'Colonnes à indiquer', en: 'Column mapping required' },
    detail: () => ({
      fr: 'C’est le premier fichier avec ces en-têtes : indiquez les colonnes de la date, du libellé et du montant.',
      en: 'This is the first file with these headers: say which columns hold the date, the label and the amount.',
    }),
    remedy: {
      fr: 'Renvoyez le fichier en indiquant les colonnes dans « columns » (« guess » contient une proposition). Les prochains fichiers avec ces en-têtes seront lus directement.',
      en: 'Send the file again and give the columns in "columns" ("guess" holds a suggestion). Later files with these headers are read directly.',
    },
    pointer: () => '/columns',
    members: ({ columnNames: headers, sample, guess }) => ({ headers, sample, ...(guess && { guess }) }),
  },
  bank_account_needed: {
    code: 'bank_statement.account_needed',
    status: 422,
    title: { fr: 'Compte bancaire à indiquer', en: 'Bank account required' },
    detail: () => ({
      fr: 'Le fichier n’indique pas le compte concerné, et vous en avez plusieurs.',
      en: 'The file does not name the bank account, and you have several.',
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
      fr: `Vous pouvez avoir au plus ${limit} ${of === 'accounts' ? 'comptes bancaires' : 'opérations par compte bancaire'}.`,
      en: `You can have at most ${limit} ${of === 'accounts' ? 'bank accounts' : 'transactions in a bank account'}.`,
    }),
    remedy: {
      fr: 'Supprimez des relevés dont vous n’avez plus besoin.',
      en: 'Delete statements you no longer need.',
    },
    members: ({ limit }) => ({ limit }),
  },
};

/** Why a bank transaction cannot be applied. */
export const bankMatchRefusals: Rows<BankMatchRefusal> = {
  bank_transaction_not_found: notFound(
    'bank_transaction',
    'Opération bancaire introuvable',
    'Bank transaction not found',
  ),
  bank_payment_not_found: notFound('bank_payment', 'Paiement introuvable', 'Payment not found'),
  bank_payout_not_found: notFound('bank_payout', 'Versement introuvable', 'Payout not found'),
  bank_transaction_exceeded: {
    code: 'bank_transaction.exceeded',
    status: 409,
    title: { fr: 'Montant supérieur à l’opération bancaire', en: 'Amount larger than the bank transaction' },
    detail: ({ left }) => ({
      fr: `Il reste ${formatCents(left).fr} à rapprocher sur cette opération.`,
      en: `${formatCents(left).en} of the transaction is still unmatched.`,
    }),
    remedy: {
      fr: 'Indiquez au plus le montant qui reste à rapprocher, ou annulez d’abord un rapprochement de cette opération.',
      en: 'Apply at most the unmatched amount, or undo an existing match of this transaction first.',
    },
    members: ({ left }) => ({ remaining: left }),
  },
  bank_transaction_of_other_currency: {
    code: 'bank_transaction.other_currency',
    status: 409,
    title: { fr: 'L’opération bancaire est dans une autre devise', en: 'The bank transaction is in another currency' },
    detail: ({ currency }) => ({
      fr: `L’opération bancaire est en ${currency}.`,
      en: `The bank transaction is in ${currency}.`,
    }),
    remedy: {
      fr: 'Enregistrez le paiement sur le document, avec les frais de conversion.',
      en: 'Record the payment on the document, with the conversion cost.',
    },
  },
  bank_transaction_not_applied: {
    code: 'bank_transaction.not_applied',
    status: 409,
    title: { fr: 'Cette opération n’est pas rapprochée', en: 'This transaction is not matched' },
    remedy: {
      fr: 'Rechargez l’opération bancaire : le rapprochement a peut-être déjà été annulé.',
      en: 'Reload the bank transaction: the match may already have been undone.',
    },
  },
  bank_match_exists: {
    code: 'bank_match.exists',
    status: 409,
    title: { fr: 'Déjà rapproché d’une autre opération', en: 'Already matched to another transaction' },
    remedy: {
      fr: 'Annulez d’abord le rapprochement avec l’autre opération.',
      en: 'Undo the match with the other transaction first.',
    },
  },
};
