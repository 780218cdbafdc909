import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { toast } from '../app/components/toasts.tsx';
import { focusFirstFault } from '../app/focus-first-fault.ts';
import { Day, longDay, shortDay, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { IconDownload } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call, callWithVersion } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { useBackToBooks } from './book-parts.tsx';
import './closings.css';

type Closing = Answer<'list-book-closings'>['docs'][number];
type Preview = Answer<'preview-book-closing'>;

const AT_ONCE = 20;

/** The closings of the books, and the form for the next one. */
export function Screen() {
  const words = useTranslations('closings');
  const back = useBackToBooks();
  const found = useInfiniteQuery({
    queryKey: ['list-book-closings'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('list-book-closings', { query: { limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const closings = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const [last] = closings;
  const mayClose = useSession().may('books:close');
  return (
    <Page
      title={words.title}
      back={back}
      actions={
        <>
          <Link to="/livres/recettes" className="btn quiet">
            {words.receipts}
          </Link>
          <Link to="/livres/comptable" className="btn quiet">
            {words.accountant}
          </Link>
        </>
      }
    >
      <p className="quiet book-intro">{words.intro}</p>
      <ErrorMessage error={found.error} />
      {found.isPending && <Loading rows={3} />}
      {found.isSuccess && (
        <p>
          <b>{last ? words.closedThrough(longDay(last.to)) : words.neverClosed}</b>
        </p>
      )}
      {found.isSuccess && mayClose && <CloseBooks key={last?.to ?? ''} last={last} />}
      {found.isSuccess && !mayClose && <p className="quiet">{words.ownersOnly}</p>}
      {closings.length > 0 && (
        <section className="closings" aria-label={words.list}>
          <h2>{words.list}</h2>
          <ul>
            {closings.map((closing) => (
              <OneClosing key={closing.id} closing={closing} />
            ))}
          </ul>
          {found.hasNextPage && (
            <button type="button" className="btn" onClick={() => void found.fetchNextPage()}>
              {words.more}
            </button>
          )}
          <Verify />
        </section>
      )}
    </Page>
  );
}

const DAY_MS = 86_400_000;
/** A civil day some days later. */
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The last day of the quarter before a day. */
function endOfLastQuarter(day: string): string {
  const month = Number(day.slice(5, 7));
  const first = month - ((month - 1) % 3);
  return plusDays(`${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`, -1);
}

function CloseBooks({ last }: { last: Closing | undefined }) {
  const words = useTranslations('closings');
  const queries = useQueryClient();
  const today = useToday();
  const yesterday = plusDays(today, -1);
  const quarter = endOfLastQuarter(today);
  const [through, choose] = useState(last && last.to >= quarter ? yesterday : quarter);
  const [preview, show] = useState<Preview>();
  const prepare = useAction(async () => show(await call('preview-book-closing', { query: { through } })));
  const close = useAction(async () => {
    await call('close-books', { body: { through } });
    show(undefined);
    toast(words.closed(longDay(through)));
    await queries.invalidateQueries();
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    focusFirstFault(event, prepare.run());
  };
  return (
    <form className="closing-form" onSubmit={submit}>
      <Field
        label={words.through}
        type="date"
        required
        min={last && plusDays(last.to, 1)}
        max={yesterday}
        value={through}
        error={prepare.problem?.at('through')}
        onChange={({ target }) => choose(target.value)}
      />
      <button type="submit" className="btn" aria-disabled={prepare.isRunning}>
        {words.prepare}
      </button>
      <ErrorMessage error={prepare.error} shown={['through']} />
      {preview && (
        <ConfirmDialog
          title={words.confirm.title(longDay(through))}
          description={words.confirm.description}
          cancelLabel={words.confirm.cancel}
          submitLabel={words.confirm.submit}
          action={close}
          onClose={() => show(undefined)}
          isDangerous
        >
          <Sums of={preview} />
        </ConfirmDialog>
      )}
    </form>
  );
}

/** The span, lines and totals of a closing. */
function Sums({ of: { from, to, receipts, purchases, mileage } }: { of: Preview }) {
  const words = useTranslations('closings');
  return (
    <>
      <dl className="closing-sums">
        <dt>{words.period}</dt>
        <dd>{words.span(shortDay(from), shortDay(to))}</dd>
        {(
          [
            [words.receipts, receipts],
            [words.purchases, purchases],
            ...(mileage.count === 0 ? [] : [[words.mileage, mileage] as const]),
          ] as const
        ).map(([name, { count, amount }]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {words.linesOf(count)}, <Money cents={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {receipts.withoutRate > 0 && <p className="notice warn">{words.withoutRate(receipts.withoutRate)}</p>}
    </>
  );
}

function OneClosing({ closing }: { closing: Closing }) {
  const words = useTranslations('closings');
  const { number, from, to, createdAt, sha256, receipts, purchases } = closing;
  const query = { from, to, format: 'pdf' } as const;
  const save = useAction(async (book: 'receipts' | 'purchases') => {
    const { answer, fileName } =
      book === 'receipts'
        ? await callWithVersion('download-receipts-book', { query })
        : await callWithVersion('download-purchases-register', { query });
    saveFile(answer, fileName ?? `${book}-${from}-${to}.pdf`);
  });
  return (
    <li>
      <h3>
        {words.number(number)} · <Day date={from} /> – <Day date={to} />
      </h3>
      <p className="small quiet">
        {words.closedOn} <Day date={createdAt} />
      </p>
      <div className="closing-files">
        {(
          [
            ['receipts', words.receipts, receipts.totals],
            ['purchases', words.purchases, purchases.totals],
          ] as const
        ).map(([book, name, { count, amount }]) => (
          <button
            key={book}
            type="button"
            className="btn quiet"
            aria-disabled={save.isRunning}
            onClick={() => void save.run(book)}
          >
            <IconDownload /> {name} · {words.linesOf(count)} · <Money cents={amount} />
            <span className="screen-reader-only">{words.download(shortDay(from), shortDay(to))}</span>
          </button>
        ))}
      </div>
      <ErrorMessage error={save.error} />
      <p className="small quiet closing-digest">
        {words.digest} <code>{sha256}</code>
      </p>
    </li>
  );
}

function Verify() {
  const words = useTranslations('closings');
  const [verified, say] = useState<Answer<'verify-book-closings'>>();
  const act = useAction(async () => say(await call('verify-book-closings', {})));
  const numbers = [...new Set(verified?.faults.map(({ number }) => number))].join(', ');
  return (
    <>
      <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        {words.verify}
      </button>
      <ErrorMessage error={act.error} />
      <p role="status" className={verified && !verified.intact ? 'notice warn' : undefined}>
        {verified && (verified.intact ? words.intact(verified.closings, verified.lines) : words.altered(numbers))}
      </p>
    </>
  );
}
