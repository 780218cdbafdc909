import { type Cents, cents } from '../../money/cents.ts';
import type { CurrencyCode } from '../../money/currency.ts';
import type { CivilDay } from '../../time/civil-day.ts';
import type { ForeignCustomer, ForeignDocument, ForeignKind, LeftOut, ReadImportFile } from './foreign-document.ts';
import { hasKnownRates, type PastDocument, type PastKind } from './past-document.ts';

/** What a person changed of a document of a file, by its place in the file. */
type DocumentChoice = {
  readonly leaveOut?: boolean | undefined;
  readonly number?: string | undefined;
  readonly issuedOn?: CivilDay | undefined;
  readonly dueOn?: CivilDay | undefined;
  readonly customerName?: string | undefined;
  /** Cents without VAT, and of VAT, under one rate in basis points. */
  readonly sums?: ForeignDocument['sums'] | undefined;
  /** Paid in full on this day; null: not paid. */
  readonly paidOn?: CivilDay | null | undefined;
  /** A person looked at it: what was doubtful is right as it stands. */
  readonly isConfirmed?: boolean | undefined;
};
export type FileChoices = {
  readonly leaveOut?: boolean | undefined;
  readonly documents?: Readonly<Record<string, DocumentChoice>> | undefined;
};

/** A file of an import with what was read and chosen. */
export type PlannedFile = {
  readonly id: string;
  readonly name: string;
  readonly reading: ReadImportFile;
  readonly choices: FileChoices;
};

/** The first day of a document or payment. */
const FIRST_DAY: CivilDay = '1990-01-01';
/** Cents of one document: ten thousand million. */
const TOTAL_MAX = 1_000_000_000_000;

/** Why a document that was read is not taken over. */
export const planReasons = [
  /** It was taken over before, with the same total. */
  'known',
  /** Its number and day were taken over before with another total. */
  'differs_from_known',
  /** Another file of this import states it with another total. */
  'differs_between_files',
  /** A VAT rate that France does not have. */
  'unknown_rate',
  /** Issued after today. */
  'in_future',
  /** Issued before 1990, which is surely a mistake. */
  'too_old',
  /** Its amounts are negative or absurdly high. */
  'amount_impossible',
  /** No exchange rate of its day is known. */
  'no_exchange_rate',
  /** Left out by a person. */
  'chosen',
  /** An estimate: only documents that were issued are taken over. */
  'estimate',
] as const;
type PlanReason = (typeof planReasons)[number];

/** A document that is taken over. */
export type PlannedDocument = {
  readonly document: ForeignDocument & { readonly kind: PastKind };
  readonly total: Cents;
  readonly source: ReadImportFile['source'];
  /** The files that state it, the best first. */
  readonly fileIds: readonly string[];
  /** The place in the first of them. */
  readonly place: number;
  /** The PDF or electronic invoice that is its paper. */
  readonly paperFileId?: string;
};

/** A document or row that is not. */
export type PlanLeftOut = Omit<LeftOut, 'reason'> & {
  readonly fileId: string;
  readonly reason: LeftOut['reason'] | PlanReason;
  readonly kind?: ForeignKind;
  /** The place of the document in its file, if it was read. */
  readonly place?: number;
};

export type ImportPlan = {
  readonly documents: readonly PlannedDocument[];
  readonly leftOut: readonly PlanLeftOut[];
  readonly known: number;
};

type Circumstances = {
  readonly today: CivilDay;
  readonly currency: CurrencyCode;
  /** Past documents with the numbers and days of these. */
  readonly known: readonly Pick<PastDocument, 'kind' | 'number' | 'issuedOn' | 'total'>[];
  /** Whether an exchange rate to the account’s currency is known. */
  readonly hasRate: (currency: CurrencyCode, on: CivilDay) => boolean;
};

/** The total of a document, tax included. */
export const totalOfForeign = ({ sums }: Pick<ForeignDocument, 'sums'>): Cents =>
  cents(sums.reduce((all, { net, vat }) => all + net + vat, 0));

/** The total without tax. */
export const netOfForeign = ({ sums }: Pick<ForeignDocument, 'sums'>): Cents =>
  cents(sums.reduce((all, { net }) => all + net, 0));

type Candidate = PlannedDocument & { readonly rank: number };

/** What the files of an import would bring. The same document in several files counts once. */
export function planImport(files: readonly PlannedFile[], circumstances: Circumstances): ImportPlan {
  const leftOut: PlanLeftOut[] = [];
  const chosen = new Map<string, Candidate>();
  const known = new Map(circumstances.known.map((each) => [keyOf(each), each.total]));
  for (const file of files.filter(({ choices }) => !choices.leaveOut).toSorted(byRank)) {
    leftOut.push(...file.reading.leftOut.map((each) => ({ ...each, fileId: file.id })));
    for (const [place, read] of file.reading.documents.entries()) {
      const choice = file.choices.documents?.[place] ?? {};
      const document = withChoice(read, choice);
      const reason = choice.leaveOut ? 'chosen' : whyNot(document, circumstances, known);
      const stated = { fileId: file.id, number: document.number, kind: document.kind, place };
      const row = document.row === undefined ? {} : { row: document.row };
      if (reason || document.kind === 'estimate') {
        leftOut.push({ ...stated, ...row, reason: reason ?? 'estimate' });
        continue;
      }
      const key = keyOf(document);
      const possible = withPossibleDays(document as PlannedDocument['document'], circumstances);
      const planned = candidateOf(file, possible, place);
      const candidate = choice.isConfirmed ? { ...planned, document: { ...planned.document, doubts: [] } } : planned;
      const earlier = chosen.get(key);
      if (earlier && earlier.total !== candidate.total)
        leftOut.push({ ...stated, ...row, reason: 'differs_between_files' });
      else chosen.set(key, earlier ? merged(earlier, candidate) : candidate);
    }
  }
  const documents = [...chosen.values()].map(({ rank: _, ...each }) => each);
  return {
    documents: documents.toSorted((a, b) => (a.document.issuedOn < b.document.issuedOn ? -1 : 1)),
    leftOut,
    known: leftOut.filter(({ reason }) => reason === 'known').length,
  };
}

const keyOf = ({ kind, number, issuedOn }: Pick<ForeignDocument, 'kind' | 'number' | 'issuedOn'>): string =>
  `${kind} ${issuedOn} ${number}`;

/** The most reliable file first: electronic invoices, then lists, then entries, then read texts. */
const rankOf = ({ reading: { type } }: PlannedFile): number =>
  type === 'cii' || type === 'ubl' || type === 'factur_x' ? 0 : type === 'pdf' ? 3 : type === 'fec' ? 2 : 1;
const byRank = (a: PlannedFile, b: PlannedFile): number => rankOf(a) - rankOf(b);

const isPaper = ({ reading: { type } }: PlannedFile): boolean =>
  type === 'pdf' || type === 'factur_x' || type === 'cii' || type === 'ubl';

function candidateOf(file: PlannedFile, document: PlannedDocument['document'], place: number): Candidate {
  const total = totalOfForeign(document);
  return {
    ...{ document: withinTotal(document, total), total, source: file.reading.source },
    ...{ fileIds: [file.id], place, rank: rankOf(file) },
    ...(isPaper(file) && { paperFileId: file.id }),
  };
}

/** What a second file adds to a document: payments, customer details and the paper. */
function merged(first: Candidate, second: Candidate): Candidate {
  const [one, other] = [first.document, second.document];
  const payments = one.payments.length > 0 ? one.payments : other.payments;
  const source = first.source ?? second.source;
  const paperFileId = first.paperFileId ?? second.paperFileId;
  return {
    ...first,
    document: {
      ...other,
      ...one,
      payments,
      customer: { ...other.customer, ...one.customer },
      doubts: [...new Set([...one.doubts, ...(one.payments.length > 0 ? [] : other.doubts)])].filter(
        (doubt) => doubt !== 'read_from_text' || second.rank >= 3 === first.rank >= 3,
      ),
    },
    source,
    fileIds: [...first.fileIds, ...second.fileIds],
    ...(paperFileId !== undefined && { paperFileId }),
  };
}

/** Payments of impossible days are left out, and that is said. */
function withPossibleDays(
  document: PlannedDocument['document'],
  { today }: Pick<Circumstances, 'today'>,
): PlannedDocument['document'] {
  const payments = document.payments.filter(({ on }) => on <= today && on >= FIRST_DAY);
  if (payments.length === document.payments.length) return document;
  return { ...document, payments, doubts: [...new Set([...document.doubts, 'payment_day_impossible' as const])] };
}

/** Payments never exceed the document; what is beyond is cut, and said. */
function withinTotal(document: PlannedDocument['document'], total: Cents): PlannedDocument['document'] {
  let left: number = total;
  const payments = document.payments.flatMap((payment) => {
    const amount = cents(Math.min(payment.amount, left));
    left -= amount;
    return amount > 0 ? [{ ...payment, amount }] : [];
  });
  const paid = document.payments.reduce((all, { amount }) => all + amount, 0);
  if (paid <= total) return document;
  return { ...document, payments, doubts: [...new Set([...document.doubts, 'overpaid' as const])] };
}

function withChoice(read: ForeignDocument, choice: DocumentChoice): ForeignDocument {
  const { number, issuedOn, dueOn, customerName, sums, paidOn } = choice;
  const changed = {
    ...read,
    ...(number !== undefined && { number }),
    ...(issuedOn !== undefined && { issuedOn }),
    ...(dueOn !== undefined && { dueOn }),
    ...(customerName !== undefined && { customer: renamed(read.customer, customerName) }),
    ...(sums !== undefined && { sums }),
  };
  if (paidOn === undefined) return changed;
  const payments = paidOn === null ? [] : [{ on: paidOn, amount: totalOfForeign(changed) }];
  return { ...changed, payments, doubts: changed.doubts.filter((doubt) => doubt !== 'payment_day_unknown') };
}

/** A customer whose name a person typed is no longer the one that the key means. */
const renamed = ({ key: _, ...customer }: ForeignCustomer, name: string): ForeignCustomer => ({ ...customer, name });

function isPossible(document: ForeignDocument): boolean {
  const [net, total] = [netOfForeign(document), totalOfForeign(document)];
  return net >= 0 && total >= net && total <= TOTAL_MAX;
}

function whyNot(
  document: ForeignDocument,
  { today, currency, hasRate }: Circumstances,
  known: ReadonlyMap<string, Cents>,
): PlanReason | undefined {
  if (document.issuedOn > today) return 'in_future';
  if (document.issuedOn < FIRST_DAY) return 'too_old';
  if (!isPossible(document)) return 'amount_impossible';
  if (!hasKnownRates(document)) return 'unknown_rate';
  if (document.currency !== currency && !hasRate(document.currency, document.issuedOn)) return 'no_exchange_rate';
  const total = known.get(keyOf(document));
  if (total === undefined) return undefined;
  return total === totalOfForeign(document) ? 'known' : 'differs_from_known';
}
