import type { ChainFault, ChainNote } from '../../../audit/chain/verify-chain.ts';
import type { KnownHeadsFault } from '../../../audit/heads/known-heads.ts';
import type { ClosureFault } from '../../../domain/account/closure/verify-closure.ts';
import type { Row } from '../../transaction.ts';
import type { DocumentFault } from './sealed-document.ts';

/** What can be wrong with the numbers of a series. */
type NumberFault = 'number_missing' | 'counter_differs' | 'day_before_previous';

/** What can be wrong with payments. */
type PaymentFault = 'payment_without_link' | 'payment_missing' | 'payment_columns_differ' | 'paid_amount_differs';

/** What can be wrong with a closure as it is kept. */
type KeptClosureFault =
  | 'closure_missing'
  | 'closure_without_link'
  | 'closure_linked_twice'
  | 'closure_changed'
  | 'closure_columns_differ';

/** What can be wrong with what else the links tell. */
type StandingFault =
  | 'key_without_link'
  | 'key_missing'
  | 'key_differs'
  | 'settings_differ'
  | 'event_without_link'
  | 'event_missing'
  | 'event_changed'
  | 'tally_differs';

/** What can be wrong with files. */
type FileFault =
  | 'rendering_without_link'
  | 'rendering_missing'
  | 'attachment_differs'
  | 'file_missing'
  | 'file_altered'
  | 'files_out_of_reach'
  /** The seal of a signed file, or what it holds, is not as it was made; or another sealed it. */
  | 'signed_file_unsound'
  | 'signed_file_by_another';

export type VerifyFault =
  | ChainFault
  | KnownHeadsFault
  | DocumentFault
  | NumberFault
  | PaymentFault
  | ClosureFault
  | KeptClosureFault
  | StandingFault
  | FileFault
  | 'document_without_link'
  | 'document_linked_twice'
  | 'document_marks_differ'
  | 'account_missing';

/** What broke, and where. */
export type Finding = {
  fault: VerifyFault;
  /** Absent where it is about the installation. */
  account?: string;
  mode?: 'live' | 'test';
  seq?: number;
  /** The official number of the document it is about. */
  number?: string;
  /** What else helps to find it. */
  at?: string;
};

/** What whoever verifies should know, without anything being wrong. */
export type Note = (ChainNote | StampNote) & { account?: string; mode?: 'live' | 'test'; seq?: number };

/** The last time stamp and who made it; or why there is none since. */
type StampNote = { note: 'stamped' | 'stamp_failed'; at: string };

/** A finding before it is said in which account and mode. */
export type Found = Omit<Finding, 'account' | 'mode'>;

/** Asks the database on the snapshot that is being verified. */
export type Ask = (statement: AskedStatement, values: readonly unknown[]) => Promise<Row[]>;

/** One that has a name is prepared by it. */
export type AskedStatement = { name?: string; text: string };
