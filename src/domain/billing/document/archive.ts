import type { BillingDocument } from './document.ts';
import { changed } from './group/after-finalizing.ts';

/** Puts a document away: out of sight, not gone. Archiving twice keeps the first moment. */
export const archived = <D extends BillingDocument>(document: D, now: number): D =>
  changed(document, { archivedAt: document.archivedAt ?? now } as Partial<D>, now);

/** Takes it out again. */
export const unarchived = <D extends BillingDocument>({ archivedAt: _, ...document }: D, now: number): D =>
  changed(document as D, {}, now);
