import { createHash } from 'node:crypto';
import type { KeptFormat, RenderingFormat } from '../../../db/billing/stored-files.ts';
import {
  type BillingDocument,
  type Finalized,
  isEstimate,
  isFinalized,
} from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import type { Locale } from '../../../domain/billing/document/locale.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { Theme } from '../../../domain/themes/theme.ts';
import type { Bill } from '../../../einvoice/build-electronic-invoice.ts';
import type { SignedJob } from '../../../pdf/print-job.ts';
import type { Context } from '../../context.ts';

/** Everything a rendering needs, read in one transaction and rendered after it. */
type ToRender = {
  readonly document: BillingDocument;
  readonly facts: Facts;
  readonly relatives: ReadonlyMap<string, { readonly document: BillingDocument }>;
  readonly locale: Locale;
  readonly theme: Theme;
  readonly format: RenderingFormat;
  /** The files that the electronic form holds, by the ID of the attachment. */
  readonly files?: ReadonlyMap<string, Buffer> | undefined;
  /** Signed documents: the data of the signature. */
  readonly signed?: SignedJob;
};

export const mediaTypes: Readonly<Record<KeptFormat, string>> = {
  pdf: 'application/pdf',
  signed: 'application/pdf',
  facturx: 'application/pdf',
  cii: 'application/xml',
  ubl: 'application/xml',
};

/**
 * Renders a document as a PDF, a PDF with an embedded electronic invoice, or the XML alone. The
 * same document gives the same bytes. The renderer is loaded on first use, because many processes
 * never render.
 */
export async function rendered(
  { printer, serviceName, accountId, gone }: Pick<Context, 'printer' | 'serviceName' | 'accountId' | 'gone'>,
  { document, facts, relatives, locale, theme, format, signed, files }: ToRender,
): Promise<Buffer> {
  const electronic =
    format === 'pdf' ? undefined : await electronicForm(document as Finalized<Bill>, { facts, relatives, files });
  if (electronic && format === 'cii') return Buffer.from(electronic.cii(false));
  if (electronic && format === 'ubl') return Buffer.from(electronic.ubl());
  const { printedDocument } = await import('../../../pdf/layout/document-layout.ts');
  const printed = printedDocument({ document, facts, relatives, locale, theme, serviceName });
  const job = {
    printed,
    ...(theme.logo && { logo: theme.logo }),
    ...(signed && { signed }),
    ...(electronic && { xml: electronic.cii(true), profile: electronic.profile }),
  };
  return printer.renderPdf(job, { accountId, gone });
}

async function electronicForm(
  bill: Finalized<Bill>,
  { facts, relatives, files }: Pick<ToRender, 'facts' | 'relatives' | 'files'>,
) {
  const [{ electronicInvoiceOf }, { ciiOf }, { ublOf }] = await Promise.all([
    import('../../../einvoice/build-electronic-invoice.ts'),
    import('../../../einvoice/cii/cii.ts'),
    import('../../../einvoice/ubl/ubl.ts'),
  ]);
  const documents = [...relatives.values()].map((relative) => relative.document);
  const invoice = electronicInvoiceOf(bill, {
    zone: facts.settings.zone,
    relatives: documents,
    ...(files && { files }),
  });
  return {
    cii: (inPdf: boolean) => ciiOf(invoice, { inPdf }),
    ubl: () => ublOf(invoice),
    profile: invoice.profile === 'en16931' ? ('EN 16931' as const) : ('EXTENDED' as const),
  };
}

/** Why a finalized bill cannot have an electronic form; empty if it can. */
async function faultsOfForm(document: BillingDocument, facts: Facts): Promise<string[]> {
  const { electronicFaults } = await import('../../../einvoice/requirements.ts');
  return electronicFaults(document, facts).map(({ name }) => name);
}

/**
 * The download name: `F-2026-0001.pdf`, signed `D-2026-0001-signe.pdf`; drafts are named by kind.
 */
export function fileNameOf(document: BillingDocument, format: KeptFormat): string {
  const name = isFinalized(document) ? document.sealed.number.replaceAll('/', '-') : 'brouillon';
  if (format === 'signed') return `${name}-signe.pdf`;
  return `${name}.${mediaTypes[format] === 'application/pdf' ? 'pdf' : `${format}.xml`}`;
}

export const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The format of a document's file: an electronic invoice if possible, otherwise a PDF. */
export async function paperFormatOf(document: BillingDocument, facts: Facts): Promise<'pdf' | 'facturx'> {
  if (isEstimate(document) || !isFinalized(document)) return 'pdf';
  return (await faultsOfForm(document, facts)).length === 0 ? 'facturx' : 'pdf';
}

/** The rendering format for a requested format; refused if the document cannot have it. */
export async function formatOf(
  document: BillingDocument,
  facts: Facts,
  requested: RenderingFormat,
): Promise<RenderingFormat | Refused<'not_yet_finalized' | 'no_electronic_form' | 'electronic_form_incomplete'>> {
  if (requested === 'pdf') return paperFormatOf(document, facts);
  if (isEstimate(document)) return { refused: 'no_electronic_form' };
  if (!isFinalized(document)) return { refused: 'not_yet_finalized' };
  const faults = await faultsOfForm(document, facts);
  return faults.length === 0 ? requested : { refused: 'electronic_form_incomplete', faults };
}
