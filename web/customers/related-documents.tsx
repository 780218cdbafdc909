import type { CSSProperties } from 'react';
import { Loading } from '../app/components/loading.tsx';
import { Section } from '../app/components/section.tsx';
import { useSession } from '../app/session/session.ts';
import { useRelatedDocuments } from '../billing/finalized/document-queries.ts';
import { Next, nextRelatedDocument, Stop } from '../billing/finalized/related-documents.tsx';
import type { Answer } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import type { Kind } from './customer-form.ts';

type Row = Answer<'get-billing-rows'>['docs'][number];

/** Number of latest documents searched for groups. */
const LOOKED_AT = 50;
/**
 * Number of groups shown, those with the newest document first; the lists below show the others.
 */
const SHOWN = 3;
/** An offer waiting for an answer. */
const AWAITED: ReadonlySet<Row['situation']> = new Set(['waiting', 'expiring']);

/**
 * Document groups as timelines: the estimate, its advances, the invoice, credit notes, and the next
 * step.
 */
export function CustomerDocumentGroups({ id, kind }: { id: string; kind: Kind }) {
  const { mode } = useSession();
  const who = kind === 'person' ? { customerId: id } : { organizationId: id };
  const query = { ...who, test: mode === 'test', limit: LOOKED_AT, orderBy: 'emittedAt', orderDirection: 'DESC' };
  const { data } = useOperation('get-billing-rows', { query: query as never });
  return familiesOf(data?.docs ?? []).map(([first, rows]) => <LineOfFamily key={first} rows={rows} />);
}

/**
 * Groups of several documents, and offers waiting for an answer. A single document is fully
 * described by its list row.
 */
function familiesOf(rows: readonly Row[]): (readonly [first: string, readonly Row[]])[] {
  const families = Map.groupBy(rows, ({ id, familyId }) => familyId ?? id);
  return [...families]
    .filter(([, members]) => members.length > 1 || members.some(({ situation }) => AWAITED.has(situation)))
    .slice(0, SHOWN);
}

function LineOfFamily({ rows }: { rows: readonly Row[] }) {
  const words = useTranslations('finalized');
  const own = useTranslations('customers').page;
  const { data: family } = useRelatedDocuments(rows[0]?.id ?? '');
  const name =
    rows.findLast(({ title }) => title)?.title ?? own.documentGroupOf(rows.at(-1)?.number ?? words.family.draft);
  if (!family)
    return (
      <Section title={name}>
        <Loading rows={2} />
      </Section>
    );
  const isLate = (id: string): boolean => rows.some((row) => row.id === id && row.situation === 'late');
  const next = nextRelatedDocument(family, isLate, words);
  const stops = family.filter(({ state }) => state !== 'draft');
  return (
    <Section title={name}>
      <nav className="document-timeline at-customer" aria-label={own.lineOf(name)}>
        <ol style={{ '--n': stops.length + (next ? 1 : 0) } as CSSProperties}>
          {stops.map((member, place) => (
            <Stop key={member.id} member={member} isHere={false} place={place} />
          ))}
          {next && (
            <li className="next">
              <Next {...next} words={words} />
            </li>
          )}
        </ol>
      </nav>
    </Section>
  );
}
