import { useState } from 'react';
import { base64Of } from '../app/base64.ts';
import { amountText } from '../app/formats/money.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

type Proposal = Answer<'read-receipt'>;
type Member = 'paidOn' | 'supplierName' | 'amount' | 'vat' | 'reference';
/** What is written in the form, by field. */
type Written = { readonly [Each in Member]: string };

const MEMBERS = {
  ...{ paidOn: 'paidOn', supplierName: 'supplierName', amount: 'amount' },
  ...{ vat: 'deductibleVat', reference: 'reference' },
} as const satisfies Record<Member, keyof Proposal>;

/**
 * Reads a receipt that was chosen, and proposes what it states. `hintOf` says where a proposal
 * stands in the file, until its field is changed.
 */
export function useReceiptProposal(propose: (found: Partial<Written>) => void) {
  const words = useTranslations('purchases');
  const language = useLanguage();
  const [proposal, keep] = useState<Proposal>();
  const textOf = (read: Proposal, member: Member): string | undefined => {
    const value = read[MEMBERS[member]];
    if (value === undefined || typeof value === 'string') return undefined;
    return typeof value.value === 'number' ? amountText(value.value, language) : value.value;
  };
  const read = useAction(async (file: File) => {
    const receipt = { name: file.name, content: await base64Of(file) };
    const found = await call('read-receipt', { body: { receipt } });
    keep(found);
    const members = Object.keys(MEMBERS) as Member[];
    propose(Object.fromEntries(members.flatMap((each) => [[each, textOf(found, each)]]).filter(([, text]) => text)));
  });
  const hintOf = (member: Member, written: string): string | undefined => {
    if (!proposal || textOf(proposal, member) !== written) return undefined;
    const value = proposal[MEMBERS[member]];
    const line = typeof value === 'object' ? value.line : undefined;
    return line ? words.readFrom(line.page, line.text) : words.readExactly;
  };
  const forget = (): void => keep(undefined);
  return { read: read.run, isReading: read.isRunning, hasNothing: proposal?.source === 'none', hintOf, forget };
}
