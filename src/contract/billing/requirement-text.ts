import { hasLines } from '../../domain/billing/document/document.ts';
import type { Seen } from '../../domain/billing/document/facts.ts';
import { isLineWarning } from '../../domain/billing/document/line-warnings.ts';
import type { PaymentTerm } from '../../domain/billing/document/terms.ts';
import type { WarningName } from '../../domain/billing/document/warning-name.ts';
import { faultsOfRequest, lineWithPartOfCent, placesWarned } from '../../domain/billing/document/warnings.ts';
import type { RequestFault } from '../../domain/payments/agency/request-faults.ts';
import type { CreditLeft, RequirementName, VatContradiction } from '../../domain/refusal.ts';
import { type InTwoLanguages, saidIn, unbrokenTexts } from '../in-two-languages.ts';
import { remedyOfFault } from '../payments/agency-request-fault-texts.ts';
import { warnedInWords } from './line-warning-words.ts';
import { moneyInWords } from './money-words.ts';
import { termsInWords } from './payment-term-words.ts';
import { partOfCentInWords } from './price-words.ts';
import { contradictionInWords } from './vat-contradiction-words.ts';

/** Letters that are named; of a text in a script nobody prints here, the first are enough. */
const LETTERS_NAMED_MAX = 10;

/** What is known of what a draft lacks, beyond the names of the requirements. */
type Lacked = {
  readonly electronicFaults?: readonly InTwoLanguages[] | undefined;
  readonly unprintable?: readonly string[] | undefined;
  readonly creditLeft?: CreditLeft | undefined;
  readonly vatContradiction?: VatContradiction | undefined;
  readonly missingTerms?: readonly PaymentTerm[] | undefined;
};

/** A requirement as it is answered: the electronic form says what of it is missing, a credit note what is left to credit. */
export function requirementToJson(name: RequirementName, lacked: Lacked, language: 'fr' | 'en') {
  const left = name === 'hasValidAmount' ? lacked.creditLeft : undefined;
  return {
    name,
    message: saidIn(requirementMessage(name, lacked), language),
    ...(left && { leftToCredit: left.keys.map(leftToJson) }),
  };
}

/** What one requirement says; the electronic form says what of it is missing, and letters that cannot be printed are named. */
export function requirementMessage(
  name: RequirementName,
  { electronicFaults = [], unprintable, creditLeft, vatContradiction, missingTerms }: Lacked,
): InTwoLanguages {
  if (name === 'hasElectronicForm' && electronicFaults.length > 0)
    return {
      fr: electronicFaults.map(({ fr }) => fr).join(' '),
      en: electronicFaults.map(({ en }) => en).join(' '),
    };
  if (name === 'hasPrintableLetters' && unprintable) {
    const named = unprintable.slice(0, LETTERS_NAMED_MAX).map(letterNamed);
    return {
      fr: `Écrivez autrement ce qui porte ${named.join(', ')} : aucune police ne le dessine.`,
      en: `Write in another way what has ${named.join(', ')}: no typeface draws it.`,
    };
  }
  if (name === 'hasConsistentVatMention' && vatContradiction) return contradictionInWords(vatContradiction);
  if (name === 'hasPaymentTerms' && missingTerms) return termsInWords(missingTerms);
  return name === 'hasValidAmount' && creditLeft ? leftInWords(creditLeft) : requirementText[name];
}

/** "த (U+0BA4)": some letters look like others, or like nothing. */
const letterNamed = (letter: string): string =>
  `${letter} (U+${(letter.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')})`;

const leftToJson = ({ key, amount }: CreditLeft['keys'][number]) => ({
  ...(key === 'disbursement' ? { disbursement: true } : { vatCode: key }),
  amountWithoutTax: amount.net,
  vatAmount: amount.vat,
});

function leftInWords({ keys, currency }: CreditLeft): InTwoLanguages {
  const of = (language: 'fr' | 'en'): string =>
    keys
      .map(({ key, amount }) => {
        const [net, vat] = [amount.net, amount.vat].map((cents) => moneyInWords(cents, currency)[language]);
        if (key === 'disbursement') return language === 'fr' ? `débours ${net}` : `disbursements ${net}`;
        return language === 'fr' ? `${key} ${net} HT et ${vat} de TVA` : `${key} ${net} net and ${vat} of VAT`;
      })
      .join(language === 'fr' ? ' ; ' : '; ');
  return {
    fr: `Corrigez le montant : un avoir est supérieur à zéro et ne dépasse pas ce qui reste à créditer, code de TVA par code de TVA. Il reste : ${of('fr')}.`,
    en: `Correct the amount: a credit note is above zero and takes no more than is left to credit, VAT code by VAT code. Left: ${of('en')}.`,
  };
}

/** What a draft still lacks, and what to do about it. */
export const requirementText: Readonly<Record<RequirementName, InTwoLanguages>> = unbrokenTexts({
  hasLines: {
    fr: 'Ajoutez au moins une ligne au document.',
    en: 'Add at least one line to the document.',
  },
  hasValidAmount: {
    fr: 'Corrigez le montant : il ne peut pas être négatif, et un acompte ou un avoir doit être supérieur à zéro sans dépasser ce qui reste.',
    en: 'Correct the amount: it cannot be negative, and an advance or a credit note must be above zero and within what remains.',
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
    fr: 'Renseignez votre numéro de TVA : le document facture de la TVA, ou vend à un professionnel de l’Union européenne, par autoliquidation ou à l’export. En franchise, demandez-en un au service des impôts.',
    en: 'Fill in your VAT number: the document charges VAT, or sells to a business of the European Union, under reverse charge or for export. Under the franchise, ask the tax office for one.',
  },
  hasVatMention: {
    fr: 'Choisissez la mention légale qui justifie les lignes sans TVA.',
    en: 'Choose the legal mention that explains the lines without VAT.',
  },
  hasConsistentVatMention: {
    fr: 'Accordez la mention de TVA et les codes de TVA : choisissez la mention qui explique les lignes sans TVA (« not_subject » si tout est taxé, une mention de taux réduit avec une ligne à ce taux), dites quelles lignes livrent des biens, ou changez les codes ; sous l’article 293 B, aucune ligne ne porte de TVA.',
    en: 'Make the VAT mention and the VAT codes agree: choose the mention that explains the lines without VAT ("not_subject" where all are taxed, that of a reduced rate beside a line at that rate), say which lines deliver goods, or change the codes; under article 293 B no line bears VAT.',
  },
  hasCustomerVatNumber: {
    fr: 'Renseignez le numéro de TVA intracommunautaire du client.',
    en: 'Fill in the customer’s EU VAT number.',
  },
  hasCustomerSiren: {
    fr: 'Renseignez le SIREN ou le SIRET de l’organisation cliente.',
    en: 'Fill in the SIREN or SIRET of the customer organization.',
  },
  hasChronologicalDate: {
    fr: 'Corrigez la date d’émission : ni avant le dernier numéro de la série ou le document d’origine, ni après aujourd’hui.',
    en: 'Correct the issue date: not before the last number of the series or the document it comes from, nor after today.',
  },
  hasDueDate: {
    fr: 'Choisissez un délai de paiement ou une date d’échéance.',
    en: 'Choose a payment delay or a due date.',
  },
  hasPaymentTerms: {
    fr: 'Complétez les conditions de paiement : à un professionnel, la facture indique les pénalités de retard, l’indemnité de 40 € et l’escompte ; ce qui est « autre » se dit en toutes lettres.',
    en: 'Complete the payment terms: to a business, the invoice states the late penalties, the lump sum of 40 € and the early payment discount; whatever is "other" is said in words.',
  },
  hasCurrencyRate: {
    fr: 'Indiquez le taux de change entre la devise du document et celle du compte. La TVA se dit aussi en euros : sans compte en euros, facturez en euros.',
    en: 'Give the exchange rate between the document’s currency and the account’s. VAT is also stated in euros: without an account in euros, bill in euros.',
  },
  hasAdvanceWithinEstimate: {
    fr: 'Réduisez l’acompte à ce qui reste du devis ; une fois la facture finale finalisée, aucun acompte n’est plus possible.',
    en: 'Reduce the advance to what remains of the estimate; once the final invoice is finalized, no advance is possible.',
  },
  hasPersonalServiceUnits: {
    fr: 'Pour les services à la personne, comptez chaque ligne à l’heure ou au forfait.',
    en: 'For personal services, count each line by the hour or at a fixed rate.',
  },
  hasParentFinalized: {
    fr: 'Finalisez d’abord le document dont celui-ci provient.',
    en: 'Finalize the document this one comes from first.',
  },
  hasReference: {
    fr: 'Indiquez le numéro et la date de la facture que cet avoir corrige.',
    en: 'Give the number and date of the invoice this credit note credits.',
  },
  hasPrintableLetters: {
    fr: 'Écrivez autrement ce qui porte des lettres qu’aucune police ne dessine.',
    en: 'Write in another way what has letters that no typeface draws.',
  },
  hasElectronicForm: {
    fr: 'Complétez les informations exigées par la facture électronique.',
    en: 'Fill in what the electronic invoice must tell.',
  },
});

/** What deserves a second look but never blocks. */
export const warningText: Readonly<
  Record<WarningName, { readonly title: InTwoLanguages; readonly message: InTwoLanguages }>
> = unbrokenTexts({
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
      fr: 'Le document demande un virement et ne porte aucun IBAN : ajoutez votre compte bancaire, ou retirez le virement des modes de paiement.',
      en: 'The document asks for a transfer and shows no IBAN: add your bank account, or remove transfer from the payment methods.',
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
      fr: 'Entre professionnels, la loi limite le délai à 60 jours, ou 45 jours fin de mois : raccourcissez-le.',
      en: 'Between businesses the law allows 60 days at most, or 45 days end of month: shorten the delay.',
    },
  },
  reduced_rate_without_certificate: {
    title: { fr: 'Taux réduit sans attestation', en: 'Reduced rate without certificate' },
    message: {
      fr: 'Pour des travaux à taux réduit, choisissez la mention qui certifie que le logement y ouvre droit.',
      en: 'For works at a reduced rate, choose the mention by which the customer certifies the dwelling.',
    },
  },
  price_with_part_of_cent: {
    title: { fr: 'Prix avec des fractions de centime', en: 'Price with parts of a cent' },
    message: {
      fr: 'Un prix unitaire a des décimales de centime : les prix se donnent en centimes.',
      en: 'A unit price has decimals of a cent: prices are given in cents.',
    },
  },
  line_without_price: {
    title: { fr: 'Ligne sans prix', en: 'Line without a price' },
    message: {
      fr: 'Une ligne a un prix de 0,00. Donnez-lui un prix, sauf si c’est gratuit.',
      en: 'A line has a price of 0.00. Give it a price, unless it is free.',
    },
  },
  line_without_quantity: {
    title: { fr: 'Quantité de 0', en: 'Quantity of 0' },
    message: {
      fr: 'Une ligne a une quantité de 0 : rien n’y est facturé. Donnez une quantité, ou supprimez la ligne.',
      en: 'A line has a quantity of 0: it bills nothing. Give a quantity, or remove the line.',
    },
  },
  discount_below_one_percent: {
    title: { fr: 'Remise de moins de 1 %', en: 'Discount below 1%' },
    message: {
      fr: 'Une remise est de moins de 1 % : vérifiez son pourcentage.',
      en: 'A discount is below 1%: check its percentage.',
    },
  },
  discount_exceeds_amount: {
    title: { fr: 'Remise plus grande que le montant', en: 'Discount larger than the amount' },
    message: {
      fr: 'Une remise dépasse le montant dont elle est déduite : elle est ramenée à ce montant. Réduisez-la.',
      en: 'A discount is larger than the amount it is taken from: it is cut down to that amount. Reduce it.',
    },
  },
  stock_below_zero: {
    title: { fr: 'Stock insuffisant', en: 'Stock below zero' },
    message: {
      fr: 'Un produit de ce document n’a plus assez de stock : vérifiez les quantités.',
      en: 'A product of this document is out of stock: check the quantities.',
    },
  },
  online_payment_not_offered: {
    title: { fr: 'Pas de paiement en ligne', en: 'No online payment' },
    message: {
      fr: 'Aucun prestataire de paiement n’est relié à ce compte : le client ne pourra pas payer en ligne. Indiquez un IBAN pour un virement.',
      en: 'No payment provider is connected to this account: the customer cannot pay online. Give an IBAN for a transfer.',
    },
  },
  payment_request_unfit: {
    title: { fr: 'Demande que l’Urssaf refuserait', en: 'Request the Urssaf would refuse' },
    message: {
      fr: 'L’Urssaf refuserait cette demande de paiement : corrigez-la.',
      en: 'The Urssaf would refuse this payment request: correct it.',
    },
  },
  payment_request_not_sent: {
    title: { fr: 'Demande de paiement non transmise', en: 'Payment request not sent' },
    message: {
      fr: 'La demande est gardée sur la facture et attend : raccordez le compte à l’Urssaf et confirmez les codes de vos activités, ou déclarez-la vous-même sur son site.',
      en: 'The request is kept on the invoice and waits: connect the account to the Urssaf and confirm the codes of your activities, or declare it yourself on its site.',
    },
  },
});

/** Faults of a payment request that are told at a time. */
const FAULTS_TOLD_MAX = 3;

function faultsInWords(faults: readonly RequestFault[]): InTwoLanguages {
  const remedies = faults.slice(0, FAULTS_TOLD_MAX).map(remedyOfFault);
  return { fr: remedies.map(({ fr }) => fr).join(' '), en: remedies.map(({ en }) => en).join(' ') };
}

/** A warning as it is answered, with the lines it is about. */
export function warningToJson(name: WarningName, seen: Seen, language: 'fr' | 'en') {
  const lines = placesWarned(seen.document, name).map((place) => place + 1);
  return {
    title: saidIn(warningText[name].title, language),
    message: saidIn(warningMessage(name, seen), language),
    name,
    ...(lines.length > 0 && { lines }),
  };
}

/** What a warning says of a document: of a payment request what to correct of it; of a price with parts of a cent, what it comes to and what to give if it was meant otherwise. */
function warningMessage(name: WarningName, { document, facts }: Seen): InTwoLanguages {
  if (name === 'payment_request_unfit') return faultsInWords(faultsOfRequest(document, facts));
  if (isLineWarning(name)) return warnedInWords(document, name) ?? warningText[name].message;
  const place = name === 'price_with_part_of_cent' ? lineWithPartOfCent(document) : undefined;
  const line = place !== undefined && hasLines(document) ? document.content.lines[place] : undefined;
  if (!line) return warningText[name].message;
  const number = (place ?? 0) + 1;
  const where = { fr: `à la ligne ${number}`, en: `on line ${number}` };
  return partOfCentInWords(line.unitPrice, { currency: document.content.currency.code, where });
}
