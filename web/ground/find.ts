import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Found } from '../client/schemas.ts';
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
  readonly kind: 'document' | 'customer' | 'product' | 'project' | 'act' | 'page';
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

/** Milliseconds of silence after which the service is asked: half of what lies between two keys of most people; what is still being answered is given up. */
const SILENCE_MS = 60;
const LENGTH_MIN = 2;
const EACH_MAX = 5;

/** What a text finds: documents, customers, articles and projects by one question to the service, acts and pages by their names. */
export function useHits(text: string): { hits: Hits; isAsking: boolean } {
  const words = useWords('ground');
  const { may } = useSession();
  const wanted = useLater(text.trim());
  const isAsked = wanted.length >= LENGTH_MIN;
  const answer = useAnswer(
    'search-everything',
    { query: { search: wanted, limit: EACH_MAX } },
    { enabled: isAsked && may('billing:read') },
  );
  const named = useMemo(() => namedHits(text, { words, may }), [text, words, may]);
  const found = text.trim().length >= LENGTH_MIN ? answer.data : undefined;
  const hits: Hits = [...(found ? foundHits(found, words) : []), ...named];
  return { hits: hits.filter(({ hits: own }) => own.length > 0), isAsking: isAsked && answer.isFetching };
}

const foundHits = (found: Found, words: Words<'ground'>): Hits => [
  { title: 'documents', hits: found.documents.map((each) => documentHit(each, words)) },
  {
    title: 'customers',
    hits: found.customers.map(({ id, name, organizationName, email }) => ({
      ...{ id, kind: 'customer', name, beside: organizationName ?? email },
      link: { to: '/clients/$id', params: { id } },
    })),
  },
  {
    title: 'products',
    hits: found.products.map(({ id, designation, reference }) => ({
      ...{ id, kind: 'product', name: designation, beside: reference },
      link: { to: '/catalogue', search: { article: id } },
    })),
  },
  {
    title: 'projects',
    hits: found.projects.map(({ id, name }) => ({ id, kind: 'project', name, link: { to: '/projets' } })),
  },
];

function documentHit(
  { id, number, title, customerName, amount, currency }: Found['documents'][number],
  words: Words<'ground'>,
): Hit {
  return {
    ...{ id, kind: 'document', name: customerName ?? title ?? words.palette.draft },
    beside: number ?? words.palette.draft,
    end: money(amount, currency),
    link: { to: '/documents/$id', params: { id } },
  };
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
