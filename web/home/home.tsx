import { useState } from 'react';
import type { BillingInListPage } from '../client/operations.ts';
import { useAnswer } from '../client/use-answer.ts';
import { Day, weekday } from '../ground/days.tsx';
import { Money } from '../ground/money.tsx';
import { Page } from '../ground/parts/page.tsx';
import { Refusal } from '../ground/parts/refusal.tsx';
import { type Column, Register } from '../ground/parts/register.tsx';
import { Section } from '../ground/parts/section.tsx';
import { Waiting } from '../ground/parts/waiting.tsx';
import { useSession } from '../ground/session.ts';
import type { Words } from '../words/catalogues.ts';
import { useLanguage, useWords } from '../words/language.ts';

type Row = BillingInListPage['docs'][number];

const LATEST_MAX = 8;

/** Home: what was made last. */
export function Screen() {
  const words = useWords('home');
  const language = useLanguage();
  const { mode } = useSession();
  const [now] = useState(() => Date.now() / 1000);
  const latest = useAnswer('get-billings', { query: { limit: LATEST_MAX, test: mode === 'test' } });
  return (
    <Page title={words.title} heading={weekday(now, language)}>
      <Section title={words.latest}>
        <Refusal error={latest.error} />
        {latest.isPending && <Waiting />}
        {latest.data && (
          <Register<Row>
            caption={words.latest}
            columns={columnsIn(words)}
            groups={[{ rows: latest.data.docs }]}
            idOf={({ id }) => id}
            nameOf={({ number }) => number ?? words.noNumber}
            linkOf={({ id }) => ({ to: '/documents/$id', params: { id } })}
          />
        )}
      </Section>
    </Page>
  );
}

const columnsIn = (words: Words<'home'>): readonly Column<Row>[] => [
  {
    name: 'number',
    head: words.number,
    isLink: true,
    place: 'm3',
    cell: ({ number }) => number ?? <span className="faint">{words.noNumber}</span>,
  },
  { name: 'title', head: words.subject, className: 'cut quiet', place: 'm1', cell: ({ title }) => title },
  { name: 'day', head: words.issued, isFigure: true, leaves: 'p1', cell: ({ emittedAt }) => <Day on={emittedAt} /> },
  {
    name: 'amount',
    head: words.withTax,
    isFigure: true,
    place: 'm2',
    cell: ({ total, currencyCode }) => <Money cents={total.amountWithTaxAfterDiscount} currency={currencyCode} />,
  },
];
