import { type BillingDocument, type Finalized, isClaim, isFinalized } from '../../domain/billing/document/document.ts';
import type { Facts } from '../../domain/billing/document/facts.ts';
import type { Family } from '../../domain/billing/document/family.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import type { SigningState } from '../../domain/billing/estimate/signature.ts';
import type { SignatureProcedure } from '../../domain/billing/estimate/signature-procedure.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { CustomerLink } from '../../domain/portal/customer-link.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import type { PrintedDocument } from '../../print/printed.ts';
import { paymentsOf } from '../../store/payments/payments.ts';
import { paperFormatOf } from '../billing/format-of.ts';
import { seeFamily, wanted } from '../billing/see-family.ts';
import type { Context } from '../context.ts';
import { themeOf } from '../themes/theme-of.ts';

/** What the holder of a link to sign finds. */
export type Signing = {
  readonly state: SigningState;
  readonly procedure: SignatureProcedure;
  /** Whether a code was sent that still works. */
  readonly isCodeSent: boolean;
  /** The owner can be reached by a question. */
  readonly takesQuestions: boolean;
  /** When it was signed, its file was made. */
  readonly hasSignedFile: boolean;
};

/** A finalized document as its customer sees it on a page, in the language he reads it in. */
export type SeenDocument = {
  readonly link: CustomerLink;
  /** Of a link to sign: how far it has come. */
  readonly signing?: Signing;
  readonly family: Family;
  readonly document: Finalized<BillingDocument>;
  readonly facts: Facts;
  /** With their counter-entries, oldest first. */
  readonly payments: readonly Payment[];
  /** Whether it has an electronic form besides its PDF. */
  readonly isElectronic: boolean;
  readonly printed: PrintedDocument;
  readonly theme: Theme;
  readonly locale: Locale;
};

/** The document of a link, set in words as its paper is; drafts are nobody's but their author's. */
export async function seenDocument(
  context: Context,
  link: CustomerLink,
  asked: Locale | undefined,
): Promise<SeenDocument | Refused<'customer_link_not_found'>> {
  const found = await seeFamily(context, link.documentId as string, wanted.any);
  if ('refused' in found || !isFinalized(found.asked.document)) return { refused: 'customer_link_not_found' };
  const { document, facts } = found.asked;
  const [theme, payments, format] = await Promise.all([
    themeOf(context, document),
    isClaim(document) ? paymentsOf(context.tx, document.id) : [],
    paperFormatOf(document, facts),
  ]);
  const locale = asked ?? document.content.locale;
  const { printedDocument } = await import('../../print/printed-document.ts');
  const { serviceName } = context;
  const printed = printedDocument({ document, facts, relatives: found.members, locale, theme, serviceName });
  return { link, family: found, document, facts, payments, isElectronic: format === 'facturx', printed, theme, locale };
}
