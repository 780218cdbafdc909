import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { BillingInList } from '../client/schemas.ts';
import { useAnswer } from '../client/use-answer.ts';
import type { Words } from '../words/catalogues.ts';
import { useWords } from '../words/language.ts';
import { acts } from './acts.ts';
import { partsAt } from './folded.ts';
import { money } from './money.tsx';
import { entries } from './navigation.ts';
import { useSession } from './session.ts';

/** One line of the palette. */
export type Hit = {
  readonly id: string;
  readonly kind: 'document' | 'customer' | 'act' | 'page';
  readonly name: string;
  readonly beside?: string | null | undefined;
  readonly end?: string | undefined;
  readonly link: LinkProps;
  readonly keys?: readonly string[] | undefined;
};
export type Hits = readonly {
  readonly title: keyof Words<'ground'>['palette']['groups'];
  readonly hits: readonly Hit[];
}[];

/** Milliseconds of silence after which the service is asked: less than between two keys of most people. */
const SILENCE_MS = 120;
const LENGTH_MIN = 2;
const EACH_MAX = 5;

/** What a text finds: documents and customers by the service, acts and pages by their names. */
export function useHits(text: string): { hits: Hits; isAsking: boolean } {
  const words = useWords('ground');
  const { may, mode } = useSession();
  const wanted = useLater(text.trim());
  const isAsked = wanted.length >= LENGTH_MIN;
  const query = { search: wanted, limit: EACH_MAX, test: mode === 'test' };
  const documents = useAnswer('get-billings', { query }, { enabled: isAsked && may('billing:read') });
  const organizations = useAnswer('list-organizations', { query }, { enabled: isAsked && may('customers:read') });
  const contacts = useAnswer('list-contacts', { query }, { enabled: isAsked && may('customers:read') });
  const named = useMemo(() => namedHits(text, { words, may }), [text, words, may]);
  const customers = [
    ...(organizations.data?.docs ?? []).map(({ id, name, billingAddress }) => ({
      id,
      name,
      beside: billingAddress.city,
    })),
    ...(contacts.data?.docs ?? []).map(({ id, fullname, emails }) => ({ id, name: fullname, beside: emails[0] })),
  ];
  const found = text.trim().length >= LENGTH_MIN;
  const hits: Hits = [
    { title: 'documents', hits: found ? (documents.data?.docs ?? []).map((each) => documentHit(each, words)) : [] },
    {
      title: 'customers',
      hits: found
        ? customers.slice(0, EACH_MAX).map(({ id, name, beside }) => ({
            ...{ id, kind: 'customer' as const, name, beside },
            link: { to: '/clients/$id', params: { id } } as LinkProps,
          }))
        : [],
    },
    ...named,
  ];
  return {
    hits: hits.filter(({ hits: own }) => own.length > 0),
    isAsking: found && [documents, organizations, contacts].some(({ isFetching }) => isFetching),
  };
}

function documentHit({ id, number, title, customer, total, currencyCode }: BillingInList, words: Words<'ground'>): Hit {
  return {
    ...{ id, kind: 'document', name: nameOfCustomer(customer) ?? title ?? words.palette.draft },
    beside: number ?? words.palette.draft,
    end: money(total.amountWithTaxAfterDiscount, currencyCode),
    link: { to: '/documents/$id', params: { id } },
  };
}

function nameOfCustomer(customer: BillingInList['customer']): string | undefined {
  const { organization, contact } = customer as {
    organization?: { name?: string };
    contact?: { firstname?: string; lastname?: string };
  };
  return organization?.name ?? (contact && `${contact.firstname ?? ''} ${contact.lastname ?? ''}`.trim());
}

/** Acts and pages whose words begin with the text; all of them while there is none. */
function namedHits(text: string, { words, may }: { words: Words<'ground'>; may: (scope: string) => boolean }): Hits {
  const isWanted = ({ name }: Hit): boolean => text.trim() === '' || partsAt(name, text)[1] !== '';
  const doing: Hit[] = acts
    .filter(({ scope }) => may(scope))
    .map(({ name, to, key }) => ({
      id: `act-${name}`,
      kind: 'act',
      name: words.acts[name],
      link: { to },
      keys: key && ['C', key.fr.toUpperCase()],
    }));
  const going: Hit[] = [
    ...entries.filter(({ scope }) => scope === undefined || may(scope)),
    { name: 'settings' as const, to: '/reglages' as const },
  ].map(({ name, to }) => ({ id: `page-${name}`, kind: 'page', name: words.pages[name], link: { to } }));
  return [
    { title: 'acts', hits: doing.filter(isWanted) },
    { title: 'pages', hits: going.filter(isWanted) },
  ];
}

/** A text once nobody has typed for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
