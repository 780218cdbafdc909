import type { StatedClosing } from '../../domain/books/closing.ts';
import { bookMembers } from '../member-names.ts';
import { type CheckContext, find, type Member, tried } from './context.ts';

/**
 * Checks closings of the books, each followed by its lines: the audit trail seals what a closing
 * states, and that states the digest of its lines.
 */
export function bookClosingChecker(checking: CheckContext) {
  const { links, index, list, counts } = checking;
  /** Digests of the files of lines that must still come, by name. */
  const owed = new Map<string, string>();
  const closing = ({ name, sha256 }: Member, text: string): void => {
    const stated = tried(() => JSON.parse(text) as StatedClosing);
    const files = tried(() => bookMembers((stated as StatedClosing).number));
    if (!stated || files?.closing !== name) return find(checking, 'member_unreadable', name);
    const claim = links.claim(['books_closed'], sha256);
    if (!claim?.inSpan) return find(checking, 'sealed_without_link', name);
    claim.isUsed = true;
    owed.set(files.receipts, stated.receipts.sha256);
    owed.set(files.purchases, stated.purchases.sha256);
    if (stated.mileage) owed.set(files.mileage, stated.mileage.sha256);
    list(index.bookClosing(stated, sha256));
    counts.bookClosings += 1;
  };
  return {
    take: (member: Member, text: string): void => {
      if (member.name.endsWith('.json')) return closing(member, text);
      const digest = owed.get(member.name);
      if (digest === undefined) return find(checking, 'member_unexpected', member.name);
      if (digest !== member.sha256) find(checking, 'sealed_without_link', member.name);
      owed.delete(member.name);
    },
    end: (): void => {
      for (const name of owed.keys()) find(checking, 'sealed_missing', name);
    },
  };
}
