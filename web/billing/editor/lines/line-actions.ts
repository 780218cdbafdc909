import type { ClipboardEvent } from 'react';
import type { DraftLine } from '../draft/line.ts';
import type { SectionActions } from './section-actions.ts';

export type LineActions = {
  readonly change: (key: string, what: string, change: Partial<DraftLine>) => void;
  /** Adds a line after another one, or at the end, and focuses it. */
  readonly add: (how?: { after?: string; isDisbursement?: boolean; browses?: boolean }) => void;
  /** Adds a blank line if there is none, to start typing. */
  readonly begin: () => void;
  readonly remove: (key: string) => void;
  readonly duplicate: (key: string) => void;
  readonly move: (key: string, by: number) => void;
  readonly drop: (key: string, onto: string) => void;
  readonly sections: SectionActions;
  /** Focuses the description of a line. */
  readonly enter: (key: string) => void;
  /** Focuses the same cell of the next line, creating it if needed. */
  readonly below: (key: string, cell: string) => void;
  /** Opens the line details. */
  readonly detail: (key: string) => void;
  readonly paste: (event: ClipboardEvent<HTMLElement>) => void;
};
