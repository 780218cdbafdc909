import type { BillingDocument } from './document.ts';
import { changed } from './group/after-finalizing.ts';

/**
 * Archives a document: hidden from lists, not deleted. Archiving again keeps the first time. `now`:
 * Unix seconds.
 */
export const archived = <D extends BillingDocument>(document: D, now: number): D =>
  changed(document, { archivedAt: document.archivedAt ?? now } as Partial<D>, now);

/** Takes a document out of the archive. */
export const unarchived = <D extends BillingDocument>({ archivedAt: _, ...document }: D, now: number): D =>
  changed(document as D, {}, now);
