import type { VatCategory } from '../../src/domain/vat/mention-text.ts';
import type { ElectronicInvoice, Identifier, NoteSubject } from '../../src/einvoice/electronic-invoice.ts';

/** Violated rules of presence and exclusion, by name. */
export const rulesOfPresenceBroken = (invoice: ElectronicInvoice): string[] =>
  Object.entries({
    ...headRules(invoice),
    ...noteRules(invoice),
    ...partyRules(invoice),
    ...paymentRules(invoice),
    ...vatRules(invoice),
  }).flatMap(([rule, holds]) => (holds ? [] : [rule]));

function headRules({ number, type, process, preceding, dueOn, issuedOn, currency, totals }: ElectronicInvoice) {
  const numbers = [number, ...preceding.map((each) => each.number)];
  const isCredit = type === '381' || type === '503';
  const isAdvance = type === '386' || type === '503';
  return {
    'BR-FR-01': numbers.every((each) => each.length <= NUMBER_MAX),
    'BR-FR-02': numbers.every((each) => /^[A-Za-z0-9+\-_/]+$/.test(each)),
    'BR-FR-CO-05': !isCredit || preceding.some((each) => each.issuedOn !== undefined),
    'BR-FR-CO-07': dueOn === undefined || isAdvance || dueOn >= issuedOn,
    'BR-FR-CO-08': !process.endsWith('4') || !isAdvance,
    'BR-FR-CO-09':
      !process.endsWith('2') || (totals.due === 0 && totals.prepaid === totals.total && dueOn !== undefined),
    'BR-FR-CO-12': currency === 'EUR' || totals.taxInEuros !== undefined,
    'BR-53': currency !== 'EUR' || totals.taxInEuros === undefined,
    'BR-CL-04': !GONE_CURRENCIES.has(currency),
  };
}

/** Maximum length of a number. */
const NUMBER_MAX = 35;
/** Our currencies missing in the code list: Bulgaria uses the euro since 2026. */
const GONE_CURRENCIES: ReadonlySet<string> = new Set(['BGN']);

function noteRules({ notes }: ElectronicInvoice) {
  const count = (subject: NoteSubject) => notes.filter((note) => note.subject === subject).length;
  const said = (subject: NoteSubject) => notes.some((note) => note.subject === subject && note.text.trim() !== '');
  return {
    'BR-FR-05': said('PMT') && said('PMD') && said('AAB'),
    'BR-FR-06': count('PMT') <= 1 && count('PMD') <= 1 && count('AAB') <= 1,
    'BR-FR-31': count('BAR') <= 1,
  };
}

function partyRules({ seller, buyer, notes }: ElectronicInvoice) {
  const isB2b = notes.some(({ subject, text }) => subject === 'BAR' && text === 'B2B');
  const siren = buyer.legalId?.value ?? '';
  return {
    'BR-06': seller.name.trim() !== '',
    'BR-07': buyer.name.trim() !== '',
    'BR-09': isCountry(seller.address.country),
    'BR-11': isCountry(buyer.address.country),
    'BR-FR-10': isSiren(seller.legalId),
    'BR-FR-09': isOf(seller.establishment, seller.legalId) && isOf(buyer.establishment, buyer.legalId),
    'BR-FR-11': !isB2b || isSiren(buyer.legalId),
    'BR-FR-12': buyer.electronicAddress !== undefined,
    'BR-FR-13': seller.electronicAddress !== undefined,
    'BR-FR-21': !isB2b || (buyer.electronicAddress?.scheme === '0225' && isIn(siren, buyer.electronicAddress)),
  };
}

const isCountry = (code: string): boolean => /^[A-Z0-9]{2}$/.test(code);
const isSiren = (id: Identifier | undefined): boolean => id?.scheme === '0002' && /^\d{9}$/.test(id.value);
const isIn = (siren: string, id: Identifier | undefined): boolean =>
  siren !== '' && id?.value.startsWith(siren) === true;
const isOf = (siret: Identifier | undefined, siren: Identifier | undefined): boolean =>
  siret === undefined || (/^\d{14}$/.test(siret.value) && isIn(siren?.value ?? '', siret));

function paymentRules({ payment, totals, dueOn, paymentTerms }: ElectronicInvoice) {
  const isTransfer = payment?.code === '30' || payment?.code === '58';
  return {
    'BR-61': !isTransfer || payment.account !== undefined,
    'BR-CO-25': totals.due <= 0 || dueOn !== undefined || paymentTerms !== undefined,
  };
}

function vatRules({ breakdown, seller, buyer, delivery, profile }: ElectronicInvoice) {
  const categories = breakdown.map(({ vat }) => vat.category);
  const has = (category: VatCategory) => categories.includes(category);
  const isKnownToTaxOffice = Boolean(seller.vatNumber ?? seller.taxRegistration);
  const isSingle = (category: VatCategory) => categories.filter((each) => each === category).length <= 1;
  return {
    'BR-S-02': !has('S') || isKnownToTaxOffice,
    'BR-E-02': !has('E') || isKnownToTaxOffice,
    'BR-AE-02': !has('AE') || (isKnownToTaxOffice && Boolean(buyer.vatNumber ?? buyer.legalId)),
    'BR-IC-02': !has('K') || Boolean(seller.vatNumber && buyer.vatNumber),
    'BR-IC-11': !has('K') || delivery?.on !== undefined,
    'BR-IC-12': !has('K') || delivery?.address !== undefined,
    'BR-G-02': !has('G') || Boolean(seller.vatNumber),
    'BR-O-02': !has('O') || !(seller.vatNumber || buyer.vatNumber),
    'BR-O-11': profile !== 'en16931' || !has('O') || categories.length === 1,
    'BR-E-01': profile !== 'en16931' || (['E', 'AE', 'K', 'G', 'O'] as const).every(isSingle),
  };
}
