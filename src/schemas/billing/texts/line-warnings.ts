import { type LineWarning, type Warned, warnedIn } from '../../../domain/billing/document/checks/line-warnings.ts';
import { type BillingDocument, hasLines } from '../../../domain/billing/document/document.ts';
import { type CurrencyCode, stepOf } from '../../../domain/money/currency.ts';
import { proportion } from '../../../domain/money/rounding.ts';
import { TEN_THOUSAND, type TenThousandths, toNumber } from '../../../domain/money/ten-thousandths.ts';
import type { BilingualText } from '../../bilingual-text.ts';
import { formatMoney } from '../../fields/format-amount.ts';

/** Lines named in one warning; the others are counted. */
const LINES_NAMED_MAX = 5;
/** Characters of a designation quoted to identify its line. */
const DESIGNATION_QUOTED_MAX = 40;

/**
 * The faults of lines or of the document's discount, each named, with the remedy. Undefined if
 * there are none.
 */
export function lineWarningText(document: BillingDocument, name: LineWarning): BilingualText | undefined {
  const warned = warnedIn(document, name);
  if (warned.length === 0) return undefined;
  const { code } = document.content.currency;
  const named = warned.slice(0, LINES_NAMED_MAX).map((each) => {
    const [where, what] = [whereOf(document, each), faults[name](each, code)];
    return { fr: `${where.fr} : ${what.fr}`, en: `${where.en}: ${what.en}` };
  });
  const more = warned.length - named.length;
  const list = (language: 'fr' | 'en', others: string): string => {
    const [first = '', ...rest] = named.map((each) => each[language]).join(language === 'fr' ? ' ; ' : '; ');
    return `${first.toUpperCase()}${rest.join('')}${more > 0 ? others : ''}.`;
  };
  const remedy = remedies[name];
  return {
    fr: `${list('fr', ` ; et ${more} de plus`)} ${remedy.fr}`,
    en: `${list('en', `; and ${more} more`)} ${remedy.en}`,
  };
}

function whereOf(document: BillingDocument, { place }: Warned): BilingualText {
  if (place === undefined) return { fr: 'tout le document', en: 'the whole document' };
  const designation = (hasLines(document) && document.content.lines[place]?.designation) || '';
  const letters = [...designation];
  const quoted =
    letters.length > DESIGNATION_QUOTED_MAX ? `${letters.slice(0, DESIGNATION_QUOTED_MAX).join('')}…` : designation;
  return { fr: `ligne ${place + 1} (« ${quoted} »)`, en: `line ${place + 1} (“${quoted}”)` };
}

const faults: Readonly<Record<LineWarning, (warned: Warned, currency: CurrencyCode) => BilingualText>> = {
  line_without_price: () => ({ fr: 'prix de 0,00', en: 'the price is 0.00' }),
  line_without_quantity: () => ({
    fr: 'quantité de 0, rien n’est facturé',
    en: 'the quantity is 0, nothing is billed',
  }),
  discount_below_one_percent: ({ discount }) => {
    const hundredths = discount?.amount ?? 0;
    return {
      fr: `remise de ${String(hundredths / 100).replace('.', ',')} % seulement, et non de ${hundredths} %`,
      en: `the discount is only ${hundredths / 100}%, not ${hundredths}%`,
    };
  },
  discount_exceeds_amount: ({ discount, base = 0 }, currency) => {
    const [asked, from] = [discount?.amount ?? 0, Math.abs(base)].map((cents) => formatMoney(cents, currency));
    return {
      fr: `remise de ${asked?.fr}, supérieure au montant de ${from?.fr}`,
      en: `the discount of ${asked?.en} exceeds the ${from?.en} it applies to`,
    };
  },
};

const remedies: Readonly<Record<LineWarning, BilingualText>> = {
  line_without_price: {
    fr: 'Donnez un prix, sauf si la ligne est gratuite.',
    en: 'Give a price, unless the line is free.',
  },
  line_without_quantity: {
    fr: 'Donnez une quantité, ou supprimez la ligne.',
    en: 'Give a quantity, or remove the line.',
  },
  discount_below_one_percent: { fr: 'Vérifiez le pourcentage.', en: 'Check the percentage.' },
  discount_exceeds_amount: {
    fr: 'La remise est limitée à ce montant. Réduisez la remise.',
    en: 'The discount is limited to that amount. Reduce the discount.',
  },
};

/**
 * The rounded amount of a price with fractions of a cent, and the value to send if whole units
 * were meant. `where` names the price.
 */
export function fractionOfCentText(
  price: TenThousandths,
  { currency, where }: { currency: CurrencyCode; where: BilingualText },
): BilingualText {
  const is = formatMoney(proportion(price, 1, TEN_THOUSAND, stepOf(currency)), currency);
  const meant = price / (TEN_THOUSAND / 100);
  const instead = Number.isInteger(meant) && formatMoney(meant, currency);
  const number = toNumber(price);
  return {
    fr: `Les prix se donnent en centimes : ${where.fr}, ${String(number).replace('.', ',')} vaut ${is.fr}.${instead ? ` Pour ${instead.fr}, écrivez ${meant}.` : ''}`,
    en: `Prices are given in cents: ${where.en}, ${number} is ${is.en}.${instead ? ` For ${instead.en}, write ${meant}.` : ''}`,
  };
}
