import type { Versions } from '../conflict/differences.ts';
import { type Billing, type Draft, draftFrom } from '../draft/draft.ts';
import { emptyHistory, type History } from '../draft/edit-history.ts';
import type { Problem } from './autosave.ts';

/**
 * Where saving stands: everything is kept by the service · it waits for a pause · a request is under way · the service
 * cannot be reached · somebody else changed it · it is no draft any more.
 */
export type Phase = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'closed';

export type SaveState = {
  /** The last answer of the service: sums, requirements and warnings are read off it alone. */
  readonly document: Billing;
  readonly version: string;
  /** What the service has, and what is on the screen. */
  readonly saved: Draft;
  readonly draft: Draft;
  readonly phase: Phase;
  /** Milliseconds since 1970; undefined before anything was saved here. */
  readonly savedAt?: number;
  readonly history: History;
  /** What was refused, by the operation that was asked: what was asked, and why not. */
  readonly refused: Readonly<Record<string, { readonly problem: Problem; readonly sent: Draft }>>;
  readonly conflict?: Versions | undefined;
  /** What is on the screen was typed before the page was closed. */
  readonly restored?: boolean;
};

export function firstReported(document: Billing, version: string): SaveState {
  const saved = draftFrom(document);
  return { document, version, saved, draft: saved, phase: 'saved', history: emptyHistory, refused: {} };
}
