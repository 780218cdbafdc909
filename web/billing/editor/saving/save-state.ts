import type { Versions } from '../conflict/differences.ts';
import { type Billing, type Draft, draftFrom } from '../draft/draft.ts';
import { emptyHistory, type History } from '../draft/edit-history.ts';

/**
 * Phase of saving: all saved · waiting for a pause · request in flight · service unreachable ·
 * changed by another user · no longer a draft.
 */
export type Phase = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'closed';

/** A refusal of the service. */
export type Problem = { readonly code: string; readonly message: string };

export type SaveState = {
  /** The last response of the service: the only source of totals, requirements and warnings. */
  readonly document: Billing;
  readonly version: string;
  /** The saved draft, and the draft on the screen. */
  readonly saved: Draft;
  readonly draft: Draft;
  readonly phase: Phase;
  /** Milliseconds since 1970; undefined before the first save. */
  readonly savedAt?: number;
  readonly history: History;
  /** The refusals, by operation: what was sent, and why it was refused. */
  readonly refused: Readonly<Record<string, { readonly problem: Problem; readonly sent: Draft }>>;
  readonly conflict?: Versions | undefined;
  /** The edits on the screen were typed before the page was closed. */
  readonly restored?: boolean;
};

export function firstReported(document: Billing, version: string): SaveState {
  const saved = draftFrom(document);
  return { document, version, saved, draft: saved, phase: 'saved', history: emptyHistory, refused: {} };
}
