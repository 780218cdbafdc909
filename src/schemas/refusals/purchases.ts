import type { PurchaseRefusal } from '../../domain/books/refusal.ts';
import { notFound, type Rows } from './refusal-text.ts';

const MIB = 1_048_576;

/** Where a member is: in the body, or in the replacement of a correction. */
const pointerTo = (member: string, { within }: { readonly within?: 'replacement' }): string =>
  within === undefined ? member : `/${within}${member}`;

/** The line, if there are several. */
const idOfLine = ({ purchaseId }: { readonly purchaseId?: string }) => ({
  ...(purchaseId !== undefined && { purchaseId }),
});

const vatFaults = {
  sign: {
    fr: 'Chaque base et chaque TVA a le signe du montant.',
    en: 'Each base and each VAT has the sign of the amount.',
  },
  twice: { fr: 'Un taux figure deux fois.', en: 'A rate is there twice.' },
  deductible: {
    fr: 'La TVA déductible est la somme de celle des lignes facturées, et une part de la TVA de chaque ligne.',
    en: 'Deductible VAT is the sum of that of the charged rows, and a part of the VAT of each row.',
  },
  not_deducted: {
    fr: 'En franchise ou exonéré, aucune TVA n’est déductible, même celle que vous devez pour le fournisseur.',
    en: 'Under the franchise or an exemption no VAT is deductible, not even VAT that you owe for the supplier.',
  },
  rate: {
    fr: 'La TVA que vous devez pour le fournisseur est à un taux français : 20, 10, 8,5, 5,5 ou 2,1 %.',
    en: 'VAT that you owe for the supplier has a French rate: 20, 10, 8.5, 5.5 or 2.1%.',
  },
  amount: {
    fr: 'Les bases et la TVA facturée dépassent le montant TTC.',
    en: 'The bases and the VAT charged exceed the amount including tax.',
  },
} as const;

/** The register of purchases. */
export const purchaseRefusals: Rows<PurchaseRefusal> = {
  purchase_not_found: {
    ...notFound('purchase', 'Achat introuvable', 'Purchase not found'),
    members: idOfLine,
  },
  purchase_corrected: {
    code: 'purchase.corrected',
    status: 409,
    title: { fr: 'Cet achat a déjà été annulé', en: 'This purchase was already taken back' },
    remedy: { fr: 'Corrigez la ligne qui le remplace.', en: 'Correct the line that replaces it.' },
    members: idOfLine,
  },
  purchase_is_counter_entry: {
    code: 'purchase.counter_entry',
    status: 409,
    title: { fr: 'Une annulation ne se corrige pas', en: 'A counter-entry cannot be corrected' },
    remedy: { fr: 'Enregistrez l’achat à nouveau.', en: 'Record the purchase again.' },
    members: idOfLine,
  },
  purchase_not_replaceable: {
    code: 'purchase.not_replaceable',
    status: 422,
    title: { fr: 'Une ligne ne peut pas être remplacée telle quelle', en: 'A line cannot be replaced as it is' },
    detail: ({ number, bookedOn }) => ({
      fr: `La ligne ${number} du ${bookedOn} : sa TVA n’est pas permise dans votre régime actuel, ou le registre de son année est plein. Rien n’a été modifié.`,
      en: `Line ${number} of ${bookedOn}: your current regime does not allow its VAT, or the register of its year is full. Nothing was changed.`,
    }),
    remedy: { fr: 'Corrigez cette ligne seule.', en: 'Correct this line alone.' },
    members: ({ purchaseId, number }) => ({ purchaseId, number }),
  },
  purchase_to_come: {
    code: 'purchase.in_future',
    status: 409,
    title: { fr: 'L’achat est daté d’un jour à venir', en: 'The purchase is dated in the future' },
    detail: ({ today }) => ({ fr: `Nous sommes le ${today}.`, en: `Today is ${today}.` }),
    remedy: {
      fr: 'Indiquez le jour du paiement : aujourd’hui ou un jour passé.',
      en: 'State the day of payment: today or an earlier day.',
    },
    pointer: (refusal) => pointerTo('/paidOn', refusal),
  },
  purchase_vat_exceeds: {
    code: 'purchase.vat_exceeds_amount',
    status: 422,
    title: { fr: 'La TVA dépasse le montant', en: 'The VAT exceeds the amount' },
    detail: () => ({
      fr: 'La TVA déductible fait partie du montant TTC, et elle est du même signe.',
      en: 'Deductible VAT is part of the amount including tax, and has its sign.',
    }),
    remedy: { fr: 'Corrigez la TVA ou le montant.', en: 'Correct the VAT or the amount.' },
    pointer: (refusal) => pointerTo('/deductibleVat', refusal),
  },
  purchase_vat_disagrees: {
    code: 'purchase.vat_rates_wrong',
    status: 422,
    title: { fr: 'La TVA par taux ne correspond pas à l’achat', en: 'The VAT by rate does not match the purchase' },
    detail: ({ because }) => vatFaults[because],
    remedy: {
      fr: 'Corrigez les lignes de TVA, ou laissez-les vides.',
      en: 'Correct the rows of VAT, or leave them out.',
    },
    pointer: (refusal) => pointerTo('/vat', refusal),
    members: ({ because }) => ({ because }),
  },
  purchases_of_year_full: {
    code: 'purchase.limit_reached',
    status: 409,
    title: { fr: 'Trop d’achats pour cette année', en: 'Too many purchases in this year' },
    detail: ({ limit }) => ({
      fr: `Le registre d’une année a au plus ${limit} lignes.`,
      en: `The register of a year has at most ${limit} lines.`,
    }),
    remedy: {
      fr: 'Regroupez les achats du même jour chez le même fournisseur.',
      en: 'Add up the purchases of a day at the same supplier.',
    },
    members: ({ limit }) => ({ limit }),
  },
  purchase_receipt_unusable: {
    code: 'purchase.receipt_unusable',
    status: 400,
    title: { fr: 'Justificatif refusé', en: 'Receipt refused' },
    detail: ({ reason, limit }) =>
      ({
        empty: { fr: 'Ce fichier est vide.', en: 'This file is empty.' },
        too_large: {
          fr: `Un justificatif fait au plus ${limit / MIB} Mio.`,
          en: `A receipt has at most ${limit / MIB} MiB.`,
        },
        type: {
          fr: 'Son contenu n’est pas celui d’un PDF, d’un PNG, d’un JPEG ou d’un WebP.',
          en: 'Its content is not that of a PDF, PNG, JPEG or WebP.',
        },
      })[reason],
    remedy: { fr: 'Choisissez un PDF ou une image.', en: 'Choose a PDF or a picture.' },
    pointer: () => '/receipt',
    members: ({ reason, limit }) => ({ reason, limit }),
  },
  purchase_has_no_receipt: {
    code: 'purchase.no_receipt',
    status: 404,
    title: { fr: 'Cet achat n’a pas de justificatif', en: 'This purchase has no receipt' },
    remedy: {
      fr: 'Corrigez la ligne et enregistrez l’achat avec son fichier.',
      en: 'Take the line back and record the purchase with its file.',
    },
  },
  purchase_of_invoice_exists: {
    code: 'purchase.invoice_in_register',
    status: 409,
    title: { fr: 'Cette facture est déjà dans le registre', en: 'This invoice is already in the register' },
    remedy: {
      fr: 'Si sa ligne est fausse, corrigez-la dans le registre des achats.',
      en: 'If its line is wrong, correct it in the register of purchases.',
    },
    members: ({ purchaseId }) => ({ purchaseId }),
  },
  purchase_of_debit_exists: {
    code: 'purchase.debit_in_register',
    status: 409,
    title: { fr: 'Cette opération est déjà dans le registre', en: 'This transaction is already in the register' },
    remedy: {
      fr: 'Si sa ligne est fausse, corrigez-la dans le registre des achats.',
      en: 'If its line is wrong, correct it in the register of purchases.',
    },
    members: ({ purchaseId }) => ({ purchaseId }),
  },
  bank_transaction_not_bookable: {
    code: 'purchase.debit_unusable',
    status: 422,
    title: { fr: 'Cette opération ne donne pas d’achat', en: 'This transaction gives no purchase' },
    detail: ({ because }) =>
      ({
        incoming: { fr: 'C’est de l’argent reçu.', en: 'It is money that came in.' },
        currency: { fr: 'Elle n’est pas en euros.', en: 'It is not in euros.' },
        supplier: { fr: 'La banque ne nomme pas de fournisseur.', en: 'The bank names no supplier.' },
      })[because],
    remedy: {
      fr: 'Choisissez un débit, et indiquez le fournisseur ou le montant en euros s’ils manquent.',
      en: 'Choose a debit, and state the supplier or the amount in euros if they are missing.',
    },
    members: ({ because }) => ({ because }),
  },
  supplier_invoice_not_bookable: {
    code: 'purchase.invoice_unusable',
    status: 422,
    title: { fr: 'Cette facture ne donne pas d’achat', en: 'This invoice gives no purchase' },
    detail: ({ because }) =>
      ({
        unreadable: { fr: 'Son fichier est illisible.', en: 'Its file cannot be read.' },
        currency: { fr: 'Elle n’est pas en euros.', en: 'It is not in euros.' },
        amount: { fr: 'Son total est nul ou trop grand.', en: 'Its total is zero or too large.' },
      })[because],
    remedy: {
      fr: 'Indiquez le montant payé et la TVA déductible en euros, ou saisissez l’achat à la main.',
      en: 'State the amount paid and the deductible VAT in euros, or record the purchase by hand.',
    },
    members: ({ because }) => ({ because }),
  },
  purchases_register_too_long: {
    code: 'books.purchases_too_long',
    status: 422,
    title: { fr: 'Cette période compte trop de lignes', en: 'This period has too many lines' },
    detail: ({ limit }) => ({
      fr: `Le registre des achats de cette période dépasserait ${limit} lignes.`,
      en: `The register of purchases of this period would exceed ${limit} lines.`,
    }),
    remedy: {
      fr: 'Choisissez une période plus courte, ou le format CSV, qui n’a pas de limite.',
      en: 'Choose a shorter period, or CSV, which has no limit.',
    },
  },
  recurring_purchase_not_found: notFound(
    'recurring_purchase',
    'Achat récurrent introuvable',
    'Recurring purchase not found',
  ),
  recurring_purchase_ended: {
    code: 'recurring_purchase.ended',
    status: 409,
    title: { fr: 'Cet achat récurrent est terminé', en: 'This recurring purchase has ended' },
    remedy: { fr: 'Créez-en un autre.', en: 'Set up another one.' },
  },
  recurring_purchase_without_day: {
    code: 'recurring_purchase.no_day',
    status: 422,
    title: { fr: 'Cet achat récurrent n’a aucun jour', en: 'This recurring purchase has no day' },
    detail: ({ earliest }) => ({
      fr: `Le premier jour est le ${earliest} au plus tôt, et pas après le dernier.`,
      en: `The first day is ${earliest} at the earliest, and not after the last one.`,
    }),
    remedy: {
      fr: 'Choisissez un premier jour à venir. Enregistrez les achats passés à la main ou depuis un fichier.',
      en: 'Choose a first day to come. Record past purchases by hand or from a file.',
    },
    pointer: () => '/from',
  },
  recurring_purchases_full: {
    code: 'recurring_purchase.limit_reached',
    status: 409,
    title: { fr: 'Trop d’achats récurrents', en: 'Too many recurring purchases' },
    detail: ({ limit }) => ({ fr: `Il y en a au plus ${limit}.`, en: `There are at most ${limit}.` }),
    remedy: { fr: 'Terminez ceux qui ne servent plus.', en: 'End those that are no longer used.' },
    members: ({ limit }) => ({ limit }),
  },
};
