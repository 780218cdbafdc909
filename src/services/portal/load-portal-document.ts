import { sessionsOfDocument, wakeSession } from '../../db/payments/payment-sessions.ts';
import { paymentsOf } from '../../db/payments/payments.ts';
import { type BillingDocument, type Finalized, isClaim, isFinalized } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/draft-context.ts';
import type { DocumentGroup } from '../../domain/billing/document/group/document-group.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import type { SigningState } from '../../domain/billing/estimate/signature.ts';
import type { SignatureProcedure } from '../../domain/billing/estimate/signature-procedure.ts';
import type { Cents } from '../../domain/money/cents.ts';
import { isPaidOnline, payableOnline, providerFor } from '../../domain/payments/online-payment.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { isUnderWay, type PaymentProvider } from '../../domain/payments/payment-session.ts';
import type { CustomerLink } from '../../domain/portal/customer-link.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import type { PrintedDocument } from '../../pdf/layout/printed-document.ts';
import { documentLookups, loadDocumentGroup } from '../billing/document-group/load-document-group.ts';
import { paperFormatOf } from '../billing/files/render-document.ts';
import type { Context } from '../context.ts';
import { themeOf } from '../themes/find-theme.ts';

/** The state of signing for the holder of a signing link. */
export type Signing = {
  readonly state: SigningState;
  readonly procedure: SignatureProcedure;
  /** Whether a code was sent that is still valid. */
  readonly isCodeSent: boolean;
  /** Whether the owner can receive questions. */
  readonly takesQuestions: boolean;
  /** After signing: the signed file exists. */
  readonly hasSignedFile: boolean;
};

/** What a customer can pay online, and whether a payment is in progress. */
type Paying = {
  readonly amount?: Cents | undefined;
  readonly provider?: PaymentProvider | undefined;
  readonly isUnderWay: boolean;
};

/** A finalized document as shown to its customer, in their language. */
export type PortalDocumentView = {
  readonly link: CustomerLink;
  /** For a signing link: the state of signing. */
  readonly signing?: Signing;
  /** For a bill that can be paid online. */
  readonly paying?: Paying | undefined;
  readonly group: DocumentGroup;
  readonly document: Finalized<BillingDocument>;
  readonly facts: Facts;
  /** With their counter-entries, oldest first. */
  readonly payments: readonly Payment[];
  /** Whether it also has an electronic form. */
  readonly isElectronic: boolean;
  readonly printed: PrintedDocument;
  readonly theme: Theme;
  readonly locale: Locale;
};

/** The document of a link, as text like its PDF; drafts are never shown. */
export async function loadPortalDocument(
  context: Context,
  link: CustomerLink,
  { locale: asked, isBack = false }: { locale?: Locale | undefined; isBack?: boolean },
): Promise<PortalDocumentView | Refused<'customer_link_not_found'>> {
  const found = await loadDocumentGroup(context, link.documentId as string, documentLookups.any);
  if ('refused' in found || !isFinalized(found.asked.document)) return { refused: 'customer_link_not_found' };
  const { document, facts } = found.asked;
  const [theme, payments, format, paying] = await Promise.all([
    themeOf(context, document),
    isClaim(document) ? paymentsOf(context.tx, document.id) : [],
    paperFormatOf(document, facts),
    payingOf(context, document, { facts, isBack }),
  ]);
  const locale = asked ?? document.content.locale;
  const { printedDocument } = await import('../../pdf/layout/document-layout.ts');
  const { serviceName } = context;
  const printed = printedDocument({ document, facts, relatives: found.members, locale, theme, serviceName });
  const isElectronic = format === 'facturx';
  return { link, group: found, document, facts, payments, paying, isElectronic, printed, theme, locale };
}

/**
 * When the customer returns from paying, the session is checked at once instead of waiting for the
 * provider's message.
 */
async function payingOf(
  { tx, realNow }: Context,
  document: Finalized<BillingDocument>,
  { facts, isBack }: { facts: Facts; isBack: boolean },
): Promise<Paying | undefined> {
  if (!isClaim(document) || !isPaidOnline(document)) return undefined;
  const amount = payableOnline(document, facts.settings);
  const sessions = (await sessionsOfDocument(tx, document.id)).filter(isUnderWay);
  if (isBack) for (const { id } of sessions) wakeSession(tx, id, realNow);
  const waiting = sessions.some(({ state }) => isBack || state === 'pending');
  return { amount, provider: providerFor(document, facts.settings), isUnderWay: amount !== undefined && waiting };
}
