import type { ClosureFault } from '../../domain/account/closure/verify-closure.ts';

/** What can be wrong with an archive. */
export type ArchiveFault =
  | ClosureFault
  | 'archive_unreadable'
  | 'archive_end_changed'
  | 'archive_changed'
  | 'archive_signature_invalid'
  | 'archive_key_missing'
  | 'archive_key_untrusted'
  | 'archive_differs_from_statement'
  | 'archive_of_newer_version'
  | 'member_missing'
  | 'member_unexpected'
  | 'member_unreadable'
  | 'member_differs_from_list'
  | 'index_differs'
  | 'chain_link_wrong'
  | 'chain_incomplete'
  | 'sealed_without_link'
  | 'sealed_missing';

/** A fault, and where it is in the archive. */
export type ArchiveFinding = { readonly fault: ArchiveFault; readonly at: string };
