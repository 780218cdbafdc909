import { createHash } from 'node:crypto';
import type { Closure } from '../../domain/account/closure/closure.ts';
import { figuresOf } from '../../domain/account/closure/figures.ts';
import { nameOf } from '../../domain/account/closure/period.ts';
import { closureChecker } from '../../domain/account/closure/verify-closure.ts';
import { closureMember } from '../member-names.ts';
import { readPayment } from '../sealed-records.ts';
import { type CheckContext, find, type Member, tried } from './context.ts';

/**
 * Checks payments and closures against the links that sealed them, and closures against what they
 * cover.
 */
export type BooksChecker = {
  payments: (name: string, text: string) => void;
  closure: (member: Member, text: string) => void;
  /**
   * Adds closures up once everything they cover was read, and compares them with links that may
   * come later.
   */
  end: () => void;
};

export function booksChecker(checking: CheckContext): BooksChecker {
  const { links, index, list, counts, booked, manifest } = checking;
  const closures: { closure: Closure; sha256: string; at: string }[] = [];
  return {
    payments: (name, text) => {
      for (const line of text.split('\n').filter((each) => each !== '')) {
        const sha256 = createHash('sha256').update(line).digest('hex');
        const claim = links.claim(['paid', 'payment_reversed'], sha256);
        const payment = tried(() => readPayment(line));
        if (!payment || !claim?.inSpan) {
          find(checking, 'sealed_without_link', name);
          continue;
        }
        claim.isUsed = true;
        const { seq, at, currency, subject } = claim;
        list(index.payment(payment, { seq, at, sha256, number: subject.number ?? '', currency }));
        booked.push({ seq, entry: { what: 'payment', currency, method: payment.method, amount: payment.amount } });
        counts.payments += 1;
      }
    },
    closure: ({ name, sha256 }, text) => {
      const closure = tried(() => JSON.parse(text) as Closure);
      if (!closure || tried(() => closureMember({ kind: closure.kind, period: nameOf(closure) })) !== name)
        return find(checking, 'member_unreadable', name);
      list(index.closure(closure, { sha256, member: name }));
      closures.push({ closure, sha256, at: name });
      counts.closures += 1;
    },
    end: () => {
      const checker = closureChecker({ isWhole: false });
      const entries = booked.toSorted((a, b) => a.seq - b.seq);
      for (const { closure, sha256, at } of closures) {
        const claim = links.claim(['closed'], sha256);
        if (claim) claim.isUsed = true;
        else find(checking, 'sealed_without_link', at);
        const isHere = closure.firstSeq >= manifest.firstSeq && closure.lastSeq <= manifest.lastSeq;
        const covered = entries.filter(({ seq }) => seq >= closure.firstSeq && seq <= closure.lastSeq);
        const recounted = isHere && closure.kind === 'day' ? figuresOf(covered.map(({ entry }) => entry)) : undefined;
        const faults = tried(() => checker.next({ closure, sha256, ...(recounted && { recounted }) }));
        for (const fault of faults ?? ['closure_out_of_place' as const]) find(checking, fault, at);
      }
      for (const { type, seq, subject, inSpan, isUsed } of links.claims()) {
        if (sealing.has(type) && inSpan && !isUsed)
          find(checking, 'sealed_missing', `${subject.number ?? subject.id} (${seq})`);
      }
    },
  };
}

/** Links whose subject must be in the archive. */
const sealing: ReadonlySet<string> = new Set(['finalized', 'paid', 'payment_reversed', 'closed']);
