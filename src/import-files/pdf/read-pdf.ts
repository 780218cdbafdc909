import type {
  ForeignDocument,
  ImportFileFault,
  LeftOut,
  ReadImportFile,
} from '../../domain/billing/past/foreign-document.ts';
import { cents } from '../../domain/money/cents.ts';
import type { CurrencyCode } from '../../domain/money/currency.ts';
import { customerOf } from '../customer-of-file.ts';
import { isOwnName, type OwnBusiness } from '../own-business.ts';
import { paymentsOf } from '../payments-of-file.ts';
import { programNamed } from '../program-names.ts';
import { AMOUNT_CENTS_MAX } from '../read-amount.ts';
import { recognized } from '../recognized-file.ts';
import { customerOfPdf } from './customer-of-pdf.ts';
import { correctedIn, daysOfPdf, titleOfPdf } from './head-of-pdf.ts';
import { type OpenedPdf, openPdf } from './open-pdf.ts';
import { sumsOfPdf } from './sums-of-pdf.ts';
import { type PagesText, pagesText } from './text-of-pages.ts';

/**
 * Reads a document from the text of a PDF. Nothing of it is certain: it always has the doubt
 * `read_from_text`. A PDF of pictures is the fault `without_text`.
 */
export async function readPdf(
  bytes: Uint8Array,
  own: OwnBusiness,
): Promise<ReadImportFile | { readonly fault: ImportFileFault }> {
  const opened = await openPdf(bytes);
  if ('fault' in opened) return opened;
  const text = pagesText(opened.pieces);
  const source = programOf(opened, text);
  const document = documentOf(text, own);
  if (document === undefined) return recognized('pdf', 'unknown', { source });
  if ('reason' in document) {
    const content = document.reason === 'purchase' ? 'purchases' : 'documents';
    return { ...recognized('pdf', content, { source, rows: 1 }), leftOut: [document] };
  }
  return { ...recognized('pdf', 'documents', { source, rows: 1 }), documents: [document] };
}

/** One document, why it is left out, or undefined if the text is none. */
function documentOf(text: PagesText, own: OwnBusiness): ForeignDocument | LeftOut | undefined {
  const { number, kind } = titleOfPdf(text);
  const days = daysOfPdf(text);
  const read = sumsOfPdf(text);
  if (kind === undefined && (number === undefined || !read)) return undefined;
  const numbered = number === undefined ? {} : { number };
  const written = customerOfPdf(text, own);
  const seller = sellerOf(text, written, own);
  if (seller !== undefined) return { reason: seller, ...numbered };
  if (kind === 'unknown') return { reason: 'unknown_kind', ...numbered };
  if (number === undefined) return { reason: 'without_number' };
  if (days.issuedOn === undefined) return { reason: 'without_day', number };
  // Amounts without decimals are not told apart from other numbers.
  if (text.pieces.some(({ text: each }) => NO_DECIMALS.test(each))) return { reason: 'unknown_currency', number };
  if (!read) return { reason: 'without_amount', number };
  const total = read.sums.reduce((all, { net, vat }) => all + net + vat, 0);
  if (Math.abs(total) > AMOUNT_CENTS_MAX) return { reason: 'without_amount', number };
  const isReversed = total < 0;
  const finalKind = isReversed || kind === 'credit_note' ? 'credit_note' : (kind ?? 'invoice');
  const sums = isReversed
    ? read.sums.map((sum) => ({ ...sum, net: cents(0 - sum.net), vat: cents(0 - sum.vat) }))
    : read.sums;
  const { customer, isNamed } = customerOf(written ?? {}, number);
  const canBePaid = finalKind === 'invoice' || finalKind === 'advance';
  const owed = { total: cents(Math.abs(total)), issuedOn: days.issuedOn, dueOn: days.dueOn, paidOn: days.paidOn };
  const paid = canBePaid && days.isPaid ? paymentsOf({ ...owed, state: 'paid' }) : { payments: [], doubts: [] };
  const corrects = finalKind === 'credit_note' ? correctedIn(text) : undefined;
  return {
    ...{ kind: finalKind, number, issuedOn: days.issuedOn },
    ...(days.dueOn !== undefined && { dueOn: days.dueOn }),
    ...{ customer, currency: currencyOf(read.currencyText), sums, payments: paid.payments },
    ...(corrects !== undefined && { corrects }),
    doubts: [
      ...new Set([
        ...(['read_from_text'] as const),
        ...read.doubts,
        ...paid.doubts,
        ...(isNamed ? [] : (['customer_without_name'] as const)),
      ]),
    ],
  };
}

/** Currencies without decimals beside a number. */
const NO_DECIMALS = /\d ?(?:¥|JPY|F ?CFA|XOF|XAF|XPF|₩|KRW)|(?:¥|JPY|₩|KRW) ?\d/;

/** `purchase` if the customer is this account, `of_others` if only other businesses are named. */
function sellerOf(
  { pieces }: PagesText,
  customer: ReturnType<typeof customerOfPdf>,
  own: OwnBusiness,
): 'purchase' | 'of_others' | undefined {
  if (customer && (isOwnName(customer.name, own) || (own.siren !== undefined && customer.siren === own.siren)))
    return 'purchase';
  const { siren } = own;
  if (siren === undefined) return undefined;
  const digits = pieces.map(({ text }) => text.replaceAll(/[\s.]/g, ''));
  const isNamed = digits.some((line) => line.includes(siren)) || pieces.some(({ text }) => isOwnName(text, own));
  const others = digits.flatMap((line) => /(?:SIRET|SIREN|RCS\D*)\D{0,12}(\d{9})/i.exec(line)?.[1] ?? []);
  return !isNamed && others.some((each) => each !== customer?.siren) ? 'of_others' : undefined;
}

function currencyOf(text: string): CurrencyCode {
  if (/€|EUR/.test(text)) return 'EUR';
  if (/£|GBP/.test(text)) return 'GBP';
  if (/CHF/.test(text)) return 'CHF';
  if (/CAD|CA\$/.test(text)) return 'CAD';
  return /\$|USD/.test(text) ? 'USD' : 'EUR';
}

const MADE_WITH =
  /\b(?:genere|etabli|cree|edite|emis|realise|fait|powered|made|created|generated|sent|issued)e?s?\b.{0,20}\b(?:avec|par|by|with|via|grace a)\b/i;

/** The program by the metadata of the PDF, or by its note at the foot. */
function programOf({ producers }: OpenedPdf, { pieces }: PagesText) {
  const notes = pieces.filter(({ plain }) => MADE_WITH.test(plain)).map(({ plain }) => plain);
  return programNamed([...producers, ...notes].join(' '));
}
