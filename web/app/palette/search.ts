import type { LinkProps } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Answer } from '../../client/call.ts';
import type { Found } from '../../client/schemas.ts';
import { useOperation } from '../../client/use-query.ts';
import type { Words } from '../../locales/catalogues.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { money } from '../formats/money.tsx';
import { parseNumber } from '../formats/parse-number.ts';
import { manualIndex, partAddress } from '../manual/manual-address.ts';
import type { FoundPart } from '../manual/manual-search.ts';
import { entries } from '../navigation.ts';
import { useSession } from '../session/session.ts';
import { acts } from './create-actions.ts';
import { splitAtMatch } from './fold-text.ts';
import { findable } from './search-index.ts';

/** One result of the palette. */
export type Hit = {
  readonly id: string;
  readonly kind: 'document' | 'customer' | 'product' | 'project' | 'act' | 'page' | 'help';
  readonly name: string;
  readonly beside?: string | null | undefined;
  readonly end?: string | undefined;
  readonly link?: LinkProps;
  /** An address outside the app, opened in another tab. */
  readonly address?: string;
  readonly keys?: readonly string[] | undefined;
};
export type Hits = readonly {
  readonly title: keyof Words<'app'>['palette']['groups'];
  readonly hits: readonly Hit[];
}[];

/**
 * Debounce in milliseconds: half the time most people need between two keys. Requests in flight are
 * cancelled.
 */
const SILENCE_MS = 60;
const LENGTH_MIN = 2;
const EACH_MAX = 5;
/** The manual is searched from three letters on, and has fewer results than the account's data. */
const MANUAL_LENGTH_MIN = 3;
const MANUAL_MAX = 3;

/**
 * Searches documents, customers, products and projects in one request, and actions and pages by
 * name.
 */
export function useHits(text: string): { hits: Hits; isAsking: boolean } {
  const words = useTranslations('app');
  const { may } = useSession();
  const wanted = useLater(text.trim());
  const isAsked = wanted.length >= LENGTH_MIN;
  const answer = useOperation(
    'search-everything',
    { query: { search: wanted, limit: EACH_MAX } },
    { enabled: isAsked && may('billing:read') },
  );
  const places = useTranslations('palette').places;
  const named = useMemo(() => namedHits(text, { words, places, may }), [text, words, places, may]);
  const priced = useAmountHits(wanted, words);
  const help = useManualHits(wanted);
  const found = text.trim().length >= LENGTH_MIN ? answer.data : undefined;
  const hits: Hits = [...priced, ...(found ? foundHits(found, words, priced) : []), ...named, ...help];
  return { hits: hits.filter(({ hits: own }) => own.length > 0), isAsking: isAsked && answer.isFetching };
}

/** A whole number matches any amount with these euros: "2017" finds 2,017.86. */
const CENTS = 100;

/** Documents whose total including tax is the typed amount. */
function useAmountHits(wanted: string, words: Words<'app'>): Hits {
  const language = useLanguage();
  const { mode, may } = useSession();
  const typed = parseNumber(wanted, language, 2);
  const amountFrom = typed.is === 'number' && typed.value > 0 ? Math.round(typed.value * CENTS) : undefined;
  const amountTo = amountFrom !== undefined && /[.,]/.test(wanted) ? amountFrom : (amountFrom ?? 0) + CENTS - 1;
  const query = { amountFrom, amountTo, test: mode === 'test', limit: EACH_MAX };
  const { data } = useOperation(
    'get-billing-rows',
    { query },
    { enabled: amountFrom !== undefined && may('billing:read') },
  );
  if (amountFrom === undefined || !data) return [];
  const hits = data.docs.map((each) => documentHit({ ...each, ...rowOf(each) }, words));
  return [{ title: 'amounts', hits }];
}

type Row = Answer<'get-billing-rows'>['docs'][number];
const rowOf = ({ customer, amountWithTax, currencyCode }: Row) => ({
  ...{ customerName: customer.name, amount: amountWithTax, currency: currencyCode },
});

/** Text matches, without those already matched by amount. */
const foundHits = (found: Found, words: Words<'app'>, priced: Hits): Hits => [
  {
    title: 'documents',
    hits: found.documents
      .filter(({ id }) => !priced.some(({ hits }) => hits.some((hit) => hit.id === id)))
      .map((each) => documentHit(each, words)),
  },
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
  {
    id,
    number,
    title,
    customerName,
    amount,
    currency,
  }: Pick<Found['documents'][number], 'id' | 'number' | 'title' | 'customerName' | 'amount' | 'currency'>,
  words: Words<'app'>,
): Hit {
  return {
    ...{ id, kind: 'document', name: customerName ?? title ?? words.palette.draft },
    beside: number ?? words.palette.draft,
    end: money(amount, currency),
    link: { to: '/documents/$id', params: { id } },
  };
}

/** Actions and pages with a word that starts with the text; all of them if it is empty. */
function namedHits(
  text: string,
  { words, places, may }: { words: Words<'app'>; places: Words<'palette'>['places']; may: (scope: string) => boolean },
): Hits {
  const isWanted = ({ name }: Hit): boolean => text.trim() === '' || splitAtMatch(name, text)[1] !== '';
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
  // Without a text the list stays short.
  const elsewhere: Hit[] = findable
    .filter(({ scope }) => text.trim() !== '' && (scope === undefined || may(scope)))
    .filter(({ name }) => [places[name].name, places[name].also].some((said) => splitAtMatch(said, text)[1] !== ''))
    .map(({ name, to }) => ({ id: `place-${name}`, kind: 'page', name: places[name].name, link: { to: to as '/' } }));
  return [
    { title: 'acts', hits: doing.filter(isWanted) },
    { title: 'pages', hits: [...going.filter(isWanted), ...elsewhere] },
  ];
}

/** Pages of the manual in the language of the user. Without a built manual there are none. */
function useManualHits(wanted: string): Hits {
  const language = useLanguage();
  const [found, setFound] = useState<{ readonly wanted: string; readonly parts: readonly FoundPart[] }>();
  useEffect(() => {
    if (wanted.length < MANUAL_LENGTH_MIN) return;
    let isCurrent = true;
    const look = async (): Promise<void> => {
      const { searchManual } = await import('../manual/manual-search.ts');
      const parts = await searchManual(manualIndex(language), wanted, MANUAL_MAX);
      if (isCurrent) setFound({ wanted, parts });
    };
    look().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [wanted, language]);
  if (!found || found.wanted !== wanted) return [];
  const hits = found.parts.map(
    ({ id, page, heading }): Hit => ({
      ...{ id: `help-${id}`, kind: 'help', name: heading, beside: heading === page ? undefined : page },
      address: partAddress(id),
    }),
  );
  return [{ title: 'help', hits }];
}

/** Debounced text. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), SILENCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
