import type { ChainFault, ChainNote } from '../../../audit/chain/verify-chain.ts';
import type { KnownHeadsFault } from '../../../audit/heads/known-heads.ts';
import type { ClosureFault } from '../../../domain/account/closure/verify-closure.ts';
import type { Row } from '../../transaction.ts';
import type { DocumentFault } from './sealed-document.ts';

/** Faults in the numbers of a series. */
type NumberFault = 'number_missing' | 'counter_differs' | 'day_before_previous';

/** Faults in payments. */
type PaymentFault = 'payment_without_link' | 'payment_missing' | 'payment_columns_differ' | 'paid_amount_differs';

/** Faults in a stored closure. */
type KeptClosureFault =
  | 'closure_missing'
  | 'closure_without_link'
  | 'closure_linked_twice'
  | 'closure_changed'
  | 'closure_columns_differ';

/** Faults in other recorded state. */
type StandingFault =
  | 'key_without_link'
  | 'key_missing'
  | 'key_differs'
  | 'settings_differ'
  | 'event_without_link'
  | 'event_missing'
  | 'event_changed'
  | 'tally_differs';

/** Faults in files. */
type FileFault =
  | 'rendering_without_link'
  | 'rendering_missing'
  | 'attachment_differs'
  | 'file_missing'
  | 'file_altered'
  | 'files_out_of_reach'
  /** The seal of a signed file or its content was altered, or a different certificate signed it. */
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

/** What is wrong, and where. */
export type Finding = {
  fault: VerifyFault;
  /** Absent if it concerns the installation. */
  account?: string;
  mode?: 'live' | 'test';
  seq?: number;
  /** The official number of the document. */
  number?: string;
  /** Anything else that helps to locate it. */
  at?: string;
};

/** Information about the verification that is not a fault. */
export type Note = (ChainNote | StampNote) & { account?: string; mode?: 'live' | 'test'; seq?: number };

/** The last time stamp and its issuer, or why there has been none since. */
type StampNote = { note: 'stamped' | 'stamp_failed'; at: string };

/** A finding without account and mode, which the caller adds. */
export type Found = Omit<Finding, 'account' | 'mode'>;

/** Queries the snapshot that is being verified. */
export type QueryFn = (statement: AskedStatement, values: readonly unknown[]) => Promise<Row[]>;

/** A statement with a name is prepared under it. */
export type AskedStatement = { name?: string; text: string };
