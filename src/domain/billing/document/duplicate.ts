import type { AccountSettings } from '../../account/settings.ts';
import type { BillingDocument, InvoiceContent, LinedDocument, Said } from './document.ts';
import type { Kind } from './kind.ts';
import { freshDraft } from './new-draft.ts';
import { isKeptByCopies } from './terms/invoicing-framework.ts';
import {
  type CommonText,
  type CommonTexts,
  type Copy,
  EVERY_COPY,
  hasText,
  textFieldNames,
  textRow,
} from './text-fields.ts';
import { figuresOf } from './totals/document-figures.ts';

type DuplicateOptions = {
  readonly now: number;
  readonly newId: () => string;
  readonly settings: AccountSettings;
  /** Which texts it takes over. */
  readonly copy?: Extract<Copy, 'duplicate' | 'recurrence'>;
};

/**
 * A draft with the content of a document, dated on its future day of issue. Customer, lines, notes
 * and terms are copied. Chosen dates, descendants, payment requests to Urssaf, attachments, and
 * the bank account are not.
 */
export function duplicateOf(
  original: LinedDocument,
  { now, newId, settings, copy = 'duplicate' }: DuplicateOptions,
): BillingDocument {
  const { paymentDelay, validityDays, validUntilAt } = original.content.timeline;
  const delay = paymentDelay === 'other' ? settings.defaults.paymentDelay : paymentDelay;
  const days = validityDays ?? settings.defaults.estimateValidityDays;
  const isOffered = validityDays !== undefined || validUntilAt !== undefined;
  const content = {
    ...copiedContent(original.content, copy),
    ...(settings.bank && { bank: settings.bank }),
    timeline: { paymentDelay: delay, ...(isOffered && { validityDays: days }) },
    ...membersOfKind<LinedDocument['content']>(original.content),
    lines: original.content.lines.map(({ stockQuantity: _, generatedId: __, ...line }) => ({ ...line, id: newId() })),
    ...ownOf(original),
  };
  const { paymentRequest: _request, framework, ...others } = content as Partial<InvoiceContent>;
  const kept = { ...others, ...(framework && isKeptByCopies(framework) && { framework }) };
  const { kind, test, customerId, projectId, title } = original;
  const draft = freshDraft({
    ...{ kind, id: newId(), test, now, content: kept, totals: original.totals },
    ...(customerId !== undefined && { customerId }),
    ...(projectId !== undefined && { projectId }),
    ...(title !== undefined && { title }),
  });
  return { ...draft, totals: figuresOf(draft, undefined) } as BillingDocument;
}

/** A copy of a final invoice is an ordinary invoice: it deducts no advances. */
const ownOf = ({ kind }: LinedDocument): Partial<InvoiceContent> =>
  kind === 'invoice' ? { isFinal: false, deductions: [] } : {};

const ALL_BUT_CREDIT_NOTE = ['advance', 'final_invoice', 'duplicate', 'recurrence'] as const;

/**
 * For each common member: the drafts that copy it unchanged from the document they are created
 * from. The rule that creates a draft sets or omits the other members. For texts, the rows of
 * `text-fields.ts` name the drafts that copy them.
 */
const copiedMembers = {
  locale: EVERY_COPY,
  currency: EVERY_COPY,
  // Chosen dates belong to one document.
  timeline: [],
  legals: EVERY_COPY,
  // A duplicate gets the current account of the business.
  bank: ['advance', 'final_invoice', 'credit_note'],
  // A bill has no place to sign.
  display: ['credit_note', 'duplicate', 'recurrence'],
  displayDeliveryAddress: EVERY_COPY,
  deliveryAddress: EVERY_COPY,
  reminder: ALL_BUT_CREDIT_NOTE,
  onlinePayment: ALL_BUT_CREDIT_NOTE,
  themeId: EVERY_COPY,
  attachments: [],
} as const satisfies Readonly<Record<Exclude<keyof Said, CommonText>, readonly Copy[]>>;

type Member = keyof typeof copiedMembers;
type CopiedTo<C extends Copy> = {
  [M in Member]: C extends (typeof copiedMembers)[M][number] ? M : never;
}[Member];

/** The members and texts that a draft takes over unchanged from the document it is created from. */
export function copiedContent<C extends Copy>(content: Said, copy: C): Pick<Said, CopiedTo<C>> & CommonTexts {
  const kind = kindOfCopy[copy];
  const texts: readonly string[] = textFieldNames.filter(
    (field) => textRow(field).copied.includes(copy) && (kind === undefined || hasText(kind, field)),
  );
  const isCopied = (name: string): boolean =>
    isMember(name) ? (copiedMembers[name] as readonly Copy[]).includes(copy) : texts.includes(name);
  const isKeptLegal = (name: string): boolean => !isText(name) || texts.includes(name);
  const copied: Said = { ...membersWhere(content, isCopied), legals: membersWhere(content.legals, isKeptLegal) };
  return copied;
}

/** The members that only some kinds have, such as lines. */
export const membersOfKind = <C extends Said>(content: C): Omit<C, keyof Said> =>
  membersWhere(content, (name) => !isMember(name) && !isText(name));

const isMember = (name: string): name is Member => Object.hasOwn(copiedMembers, name);
const isText = (name: string): boolean => (textFieldNames as readonly string[]).includes(name);

/** The kind of a draft created from another document; absent: the kind of that document. */
const kindOfCopy: Readonly<Record<Copy, Kind | undefined>> = {
  advance: 'advance',
  final_invoice: 'invoice',
  credit_note: 'credit_note',
  duplicate: undefined,
  recurrence: undefined,
};

const membersWhere = <T extends object>(from: T, isKept: (name: string) => boolean): T =>
  Object.fromEntries(Object.entries(from).filter(([name, value]) => value !== undefined && isKept(name))) as T;
