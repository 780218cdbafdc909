import { isLineWarning } from '../../../domain/billing/document/checks/line-warnings.ts';
import type { WarningName } from '../../../domain/billing/document/checks/warning-name.ts';
import {
  faultsOfRequest,
  lineIndexesOfWarning,
  lineWithPartOfCent,
} from '../../../domain/billing/document/checks/warnings.ts';
import { hasLines } from '../../../domain/billing/document/document.ts';
import type { Seen } from '../../../domain/billing/document/draft-context.ts';
import type { PaymentTerm } from '../../../domain/billing/document/terms/payment-terms.ts';
import type { RequestFault } from '../../../domain/payments/agency/request-faults.ts';
import type { CreditLeft, RequirementName, VatContradiction } from '../../../domain/refusal.ts';
import { type BilingualText, textIn, withNonBreakingSpaces } from '../../bilingual-text.ts';
import { formatMoney } from '../../fields/format-amount.ts';
import { faultRemedyText } from '../../payments/agency/request-fault-texts.ts';
import { fractionOfCentText, lineWarningText } from './line-warnings.ts';
import { missingTermsText } from './missing-payment-terms.ts';
import { vatContradictionText } from './vat-contradictions.ts';

/** Characters named in the message; for text in an unsupported script the first ones are enough. */
const LETTERS_NAMED_MAX = 10;

/** Details about unmet requirements, in addition to their names. */
type Lacked = {
  readonly electronicFaults?: readonly BilingualText[] | undefined;
  readonly unprintable?: readonly string[] | undefined;
  readonly creditLeft?: CreditLeft | undefined;
  readonly vatContradiction?: VatContradiction | undefined;
  readonly missingTerms?: readonly PaymentTerm[] | undefined;
};

/**
 * A requirement in an answer: with the missing parts of the electronic form, or what is left to
 * credit.
 */
export function requirementToJson(name: RequirementName, lacked: Lacked, language: 'fr' | 'en') {
  const left = name === 'hasValidAmount' ? lacked.creditLeft : undefined;
  return {
    name,
    message: textIn(requirementMessage(name, lacked), language),
    ...(left && { leftToCredit: left.keys.map(leftToJson) }),
  };
}

/**
 * The message of one requirement; the electronic form lists its missing parts, and unprintable
 * characters are named.
 */
export function requirementMessage(
  name: RequirementName,
  { electronicFaults = [], unprintable, creditLeft, vatContradiction, missingTerms }: Lacked,
): BilingualText {
  if (name === 'hasElectronicForm' && electronicFaults.length > 0)
    return {
      fr: electronicFaults.map(({ fr }) => fr).join(' '),
      en: electronicFaults.map(({ en }) => en).join(' '),
    };
  if (name === 'hasPrintableLetters' && unprintable) {
    const named = unprintable.slice(0, LETTERS_NAMED_MAX).map(letterNamed);
    return {
      fr: `Remplacez les caractères ${named.join(', ')}. Aucune police disponible ne peut les imprimer.`,
      en: `Replace the characters ${named.join(', ')}. No available font can print them.`,
    };
  }
  if (name === 'hasConsistentVatMention' && vatContradiction) return vatContradictionText(vatContradiction);
  if (name === 'hasPaymentTerms' && missingTerms) return missingTermsText(missingTerms);
  return name === 'hasValidAmount' && creditLeft ? leftInWords(creditLeft) : requirementText[name];
}

/** "த (U+0BA4)": some characters look alike or are invisible. */
const letterNamed = (letter: string): string =>
  `${letter} (U+${(letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')})`;

const leftToJson = ({ key, amount }: CreditLeft['keys'][number]) => ({
  ...(key === 'disbursement' ? { disbursement: true } : { vatCode: key }),
  amountWithoutTax: amount.net,
  vatAmount: amount.vat,
});

function leftInWords({ keys, currency }: CreditLeft): BilingualText {
  const of = (language: 'fr' | 'en'): string =>
    keys
      .map(({ key, amount }) => {
        const [net, vat] = [amount.net, amount.vat].map((cents) => formatMoney(cents, currency)[language]);
        if (key === 'disbursement') return language === 'fr' ? `débours ${net}` : `disbursements ${net}`;
        return language === 'fr' ? `${key} ${net} HT et ${vat} de TVA` : `${key} ${net} net and ${vat} of VAT`;
      })
      .join(language === 'fr' ? ' ; ' : '; ');
  return {
    fr: `Corrigez le montant. Il doit être supérieur à zéro et ne pas dépasser, pour chaque code de TVA, ce qui reste à créditer : ${of('fr')}.`,
    en: `Correct the amount. It must be above zero and, for each VAT code, within what is left to credit: ${of('en')}.`,
  };
}

/** What a draft still lacks, and the remedy. */
export const requirementText: Readonly<Record<RequirementName, BilingualText>> = withNonBreakingSpaces({
  hasLines: {
    fr: 'Ajoutez au moins une ligne au document.',
    en: 'Add at least one line to the document.',
  },
  hasValidAmount: {
    fr: 'Corrigez le montant : il ne peut pas être négatif. Un acompte doit être supérieur à zéro et ne pas dépasser le reste à facturer ; un avoir, le reste à créditer.',
    en: 'Correct the amount: it cannot be negative. An advance must be above zero and at most the amount left to bill; a credit note, at most the amount left to credit.',
  },
  hasCustomerBillingAddress: {
    fr: 'Complétez l’adresse de facturation du client (rue, code postal, ville, pays).',
    en: 'Complete the customer’s billing address (street, postcode, city, country).',
  },
  hasEmitterIdentity: {
    fr: 'Renseignez le nom, l’adresse et le SIRET de votre entreprise.',
    en: 'Fill in the name, address and SIRET of your business.',
  },
  hasEmitterVatNumber: {
    fr: 'Renseignez votre numéro de TVA. Il est obligatoire si le document facture de la TVA, ou pour une vente à un professionnel de l’Union européenne, en autoliquidation ou à l’export. En franchise, demandez-en un au service des impôts.',
    en: 'Fill in your VAT number. It is required if the document charges VAT, or for sales to EU businesses, under reverse charge or for export. If you are VAT-exempt, ask the tax office for one.',
  },
  hasVatMention: {
    fr: 'Choisissez la mention légale qui justifie les lignes sans TVA.',
    en: 'Choose the legal mention that explains the lines without VAT.',
  },
  hasConsistentVatMention: {
    fr: 'Mettez d’accord la mention de TVA et les codes de TVA. Choisissez la mention qui justifie les lignes sans TVA (« not_subject » si toutes les lignes sont taxées ; une mention de taux réduit exige une ligne à ce taux), indiquez les lignes qui livrent des biens, ou changez les codes. Avec l’article 293 B, aucune ligne ne porte de TVA.',
    en: 'Make the VAT mention and the VAT codes agree. Choose the mention that explains the lines without VAT ("not_subject" if all lines are taxed; a reduced-rate mention requires a line at that rate), mark the lines that deliver goods, or change the codes. Under article 293 B no line has VAT.',
  },
  hasCustomerVatNumber: {
    fr: 'Renseignez le numéro de TVA intracommunautaire du client.',
    en: 'Fill in the customer’s EU VAT number.',
  },
  hasCustomerSiren: {
    fr: 'Renseignez le SIREN ou le SIRET de l’organisation cliente.',
    en: 'Fill in the SIREN or SIRET of the customer organization.',
  },
  hasServiceCode: {
    fr: 'Indiquez le code service. Cet organisme public l’exige sur ses factures.',
    en: 'Give the department code (code service). This public body requires it on invoices.',
  },
  hasOrderNumber: {
    fr: 'Indiquez le numéro d’engagement dans « Votre n° de commande ». Cet organisme public l’exige sur ses factures.',
    en: 'Give the commitment number (numéro d’engagement) in "Your order no.". This public body requires it on invoices.',
  },
  hasServiceCodeOrOrderNumber: {
    fr: 'Indiquez le code service ou le numéro d’engagement (« Votre n° de commande »). Cet organisme public exige l’un des deux.',
    en: 'Give the department code (code service) or the commitment number ("Your order no."). This public body requires one of them.',
  },
  hasChronologicalDate: {
    fr: 'Corrigez la date d’émission. Elle ne peut être ni antérieure au dernier numéro de la série ou au document d’origine, ni postérieure à aujourd’hui.',
    en: 'Correct the issue date. It cannot be before the last number of the series or the original document, or after today.',
  },
  hasDueDate: {
    fr: 'Choisissez un délai de paiement ou une date d’échéance.',
    en: 'Choose a payment delay or a due date.',
  },
  hasPaymentTerms: {
    fr: 'Complétez les conditions de paiement. Une facture à un professionnel indique les pénalités de retard, l’indemnité de 40 € et l’escompte ; avec « autre », écrivez le texte.',
    en: 'Complete the payment terms. An invoice to a business states the late payment penalties, the €40 fixed compensation and the early payment discount; with "other", write the text.',
  },
  hasCurrencyRate: {
    fr: 'Indiquez le taux de change entre la devise du document et celle du compte. La TVA doit aussi figurer en euros : si le compte n’est pas en euros, facturez en euros.',
    en: 'Give the exchange rate between the document currency and the account currency. VAT must also be stated in euros: if the account is not in euros, bill in euros.',
  },
  hasAdvanceWithinEstimate: {
    fr: 'Réduisez l’acompte au reste à facturer du devis. Une fois la facture de solde finalisée, aucun acompte n’est plus possible.',
    en: 'Reduce the advance to the amount left to bill on the estimate. Once the final invoice is finalized, no advance is possible.',
  },
  hasPersonalServiceUnits: {
    fr: 'Pour les services à la personne, comptez chaque ligne à l’heure ou au forfait.',
    en: 'For personal services, count each line by the hour or at a fixed rate.',
  },
  hasParentFinalized: {
    fr: 'Finalisez d’abord le document d’origine.',
    en: 'Finalize the original document first.',
  },
  hasReference: {
    fr: 'Indiquez le numéro et la date de la facture que cet avoir corrige.',
    en: 'Give the number and date of the invoice that this credit note corrects.',
  },
  hasPrintableLetters: {
    fr: 'Remplacez les caractères qu’aucune police disponible ne peut imprimer.',
    en: 'Replace the characters that no available font can print.',
  },
  hasElectronicForm: {
    fr: 'Complétez les informations exigées par la facture électronique.',
    en: 'Fill in the information required by the electronic invoice.',
  },
});

/** Warnings, which never block. */
export const warningText: Readonly<
  Record<WarningName, { readonly title: BilingualText; readonly message: BilingualText }>
> = withNonBreakingSpaces({
  franchise_threshold_near: {
    title: { fr: 'Seuil de franchise proche', en: 'VAT exemption threshold near' },
    message: {
      fr: 'Votre chiffre d’affaires approche du seuil de la franchise en base de TVA : vérifiez si vous devrez bientôt facturer la TVA.',
      en: 'Your turnover is close to the VAT exemption threshold: check whether you will soon have to charge VAT.',
    },
  },
  customer_without_email: {
    title: { fr: 'Client sans adresse e-mail', en: 'Customer without e-mail' },
    message: {
      fr: 'Ajoutez une adresse e-mail au client pour lui envoyer le document.',
      en: 'Add an e-mail address to the customer to send the document.',
    },
  },
  customer_without_siren: {
    title: { fr: 'Client sans SIREN', en: 'Customer without SIREN' },
    message: {
      fr: 'Ajoutez le SIREN de l’organisation : il devient obligatoire avec la facturation électronique.',
      en: 'Add the SIREN of the organization: electronic invoicing makes it mandatory.',
    },
  },
  transfer_without_iban: {
    title: { fr: 'Virement sans IBAN', en: 'Transfer without IBAN' },
    message: {
      fr: 'Le document propose le virement mais n’indique aucun IBAN. Ajoutez votre compte bancaire, ou retirez le virement des moyens de paiement.',
      en: 'The document offers payment by transfer but shows no IBAN. Add your bank account, or remove transfer from the payment methods.',
    },
  },
  due_date_in_the_past: {
    title: { fr: 'Échéance passée', en: 'Due date in the past' },
    message: {
      fr: 'La date d’échéance est déjà passée : vérifiez la date d’émission et le délai de paiement.',
      en: 'The due date has already passed: check the issue date and the payment delay.',
    },
  },
  payment_terms_too_long: {
    title: { fr: 'Délai de paiement trop long', en: 'Payment terms too long' },
    message: {
      fr: 'Entre professionnels, la loi limite le délai à 60 jours, ou 45 jours fin de mois. Raccourcissez le délai.',
      en: 'Between businesses the law allows at most 60 days, or 45 days end of month. Shorten the delay.',
    },
  },
  reduced_rate_without_certificate: {
    title: { fr: 'Taux réduit sans attestation', en: 'Reduced rate without certificate' },
    message: {
      fr: 'Pour des travaux à taux réduit, choisissez la mention qui certifie que le logement y ouvre droit.',
      en: 'For works at a reduced rate, choose the mention certifying that the dwelling qualifies.',
    },
  },
  price_with_part_of_cent: {
    title: { fr: 'Prix avec des fractions de centime', en: 'Price with fractions of a cent' },
    message: {
      fr: 'Un prix unitaire comporte des fractions de centime. Les prix se donnent en centimes.',
      en: 'A unit price has fractions of a cent. Prices are given in cents.',
    },
  },
  line_without_price: {
    title: { fr: 'Ligne sans prix', en: 'Line without a price' },
    message: {
      fr: 'Une ligne a un prix de 0,00. Donnez un prix, sauf si la ligne est gratuite.',
      en: 'A line has a price of 0.00. Give a price, unless the line is free.',
    },
  },
  line_without_quantity: {
    title: { fr: 'Quantité de 0', en: 'Quantity of 0' },
    message: {
      fr: 'Une ligne a une quantité de 0 : elle ne facture rien. Donnez une quantité, ou supprimez la ligne.',
      en: 'A line has a quantity of 0: it bills nothing. Give a quantity, or remove the line.',
    },
  },
  discount_below_one_percent: {
    title: { fr: 'Remise de moins de 1 %', en: 'Discount below 1%' },
    message: {
      fr: 'Une remise est de moins de 1 % : vérifiez le pourcentage.',
      en: 'A discount is below 1%: check the percentage.',
    },
  },
  discount_exceeds_amount: {
    title: { fr: 'Remise supérieure au montant', en: 'Discount exceeds the amount' },
    message: {
      fr: 'Une remise dépasse le montant auquel elle s’applique et y est limitée. Réduisez la remise.',
      en: 'A discount exceeds the amount it applies to and is limited to that amount. Reduce the discount.',
    },
  },
  stock_below_zero: {
    title: { fr: 'Stock insuffisant', en: 'Stock below zero' },
    message: {
      fr: 'Le stock d’un produit de ce document est insuffisant. Vérifiez les quantités.',
      en: 'A product of this document is out of stock. Check the quantities.',
    },
  },
  online_payment_not_offered: {
    title: { fr: 'Pas de paiement en ligne', en: 'No online payment' },
    message: {
      fr: 'Aucun prestataire de paiement n’est relié à ce compte : le client ne peut pas payer en ligne. Indiquez un IBAN pour les virements.',
      en: 'No payment provider is connected to this account, so the customer cannot pay online. Give an IBAN for transfers.',
    },
  },
  payment_request_unfit: {
    title: { fr: 'Demande à corriger pour l’Urssaf', en: 'Urssaf would refuse this request' },
    message: {
      fr: 'L’Urssaf refuserait cette demande de paiement. Corrigez la demande.',
      en: 'Urssaf would refuse this payment request. Correct the request.',
    },
  },
  payment_request_not_sent: {
    title: { fr: 'Demande de paiement non transmise', en: 'Payment request not sent' },
    message: {
      fr: 'La demande de paiement est conservée sur la facture mais n’est pas transmise. Raccordez le compte à l’Urssaf et confirmez les codes de vos activités, ou déclarez la facture vous-même sur le site de l’Urssaf.',
      en: 'The payment request is stored on the invoice but not sent. Connect the account to Urssaf and confirm your activity codes, or declare the invoice yourself on the Urssaf website.',
    },
  },
});

/** Faults of a payment request named in one message. */
const FAULTS_NAMED_MAX = 3;

function faultsText(faults: readonly RequestFault[]): BilingualText {
  const remedies = faults.slice(0, FAULTS_NAMED_MAX).map(faultRemedyText);
  return { fr: remedies.map(({ fr }) => fr).join(' '), en: remedies.map(({ en }) => en).join(' ') };
}

/** A warning in an answer, with its lines. */
export function warningToJson(name: WarningName, entry: Seen, language: 'fr' | 'en') {
  const lines = lineIndexesOfWarning(entry.document, name).map((place) => place + 1);
  return {
    title: textIn(warningText[name].title, language),
    message: textIn(warningMessage(name, entry), language),
    name,
    ...(lines.length > 0 && { lines }),
  };
}

/**
 * The message of a warning: what to correct in a payment request; for a price with fractions of a
 * cent, its rounded amount and the value to send if something else was meant.
 */
function warningMessage(name: WarningName, { document, facts }: Seen): BilingualText {
  if (name === 'payment_request_unfit') return faultsText(faultsOfRequest(document, facts));
  if (isLineWarning(name)) return lineWarningText(document, name) ?? warningText[name].message;
  const place = name === 'price_with_part_of_cent' ? lineWithPartOfCent(document) : undefined;
  const line = place !== undefined && hasLines(document) ? document.content.lines[place] : undefined;
  if (!line) return warningText[name].message;
  const number = (place ?? 0) + 1;
  const where = { fr: `à la ligne ${number}`, en: `on line ${number}` };
  return fractionOfCentText(line.unitPrice, { currency: document.content.currency.code, where });
}
