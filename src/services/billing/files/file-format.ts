import type { RenderingFormat } from '../../../db/billing/stored-files.ts';
import { type BillingDocument, isEstimate, isFinalized } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/draft-context.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { faultsOfForm } from './render-document.ts';

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
