import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { COMMENTS_MEMBER, isOpeningsMember } from '../member-names.ts';
import { type CheckContext, find, type Member } from './context.ts';

/** Whether a member has entries of the books beside their closings. */
export const isOfBookEntries = (name: string): boolean => name === COMMENTS_MEMBER || isOpeningsMember(name);

/**
 * Checks typed opening balances against the links that seal them. Comments are in no link: the list
 * of digests and the signature protect them.
 */
export function checkBookEntries(checking: CheckContext, { name }: Member, text: string): void {
  if (name === COMMENTS_MEMBER) return;
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const claim = checking.links.claim(['opening_recorded', 'opening_reversed'], sha256Hex(line));
    if (claim?.inSpan) claim.isUsed = true;
    else find(checking, 'sealed_without_link', name);
  }
}
