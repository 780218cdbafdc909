import { useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps, useSearch } from '@tanstack/react-router';
import { type SubmitEvent, useId, useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { Page } from '../app/components/page.tsx';
import { Section } from '../app/components/section.tsx';
import { toast } from '../app/components/toasts.tsx';
import { dayOf, longDay, shortDay, useToday } from '../app/formats/dates.tsx';
import { money } from '../app/formats/money.tsx';
import { IconDownload } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { Period, useBackToBooks } from './book-parts.tsx';
import { daysOf, type ReceiptsSearch } from './receipts-url.ts';
import './accountant.css';

type State = Answer<'get-books-state'>;
type Comment = Answer<'list-book-comments'>['docs'][number];
type Span = { from: string; to: string };
/** A period as addresses write it, and its days. */
type InPeriod = { period: string; span: Span };

/** Comments and entries shown at once. */
const AT_ONCE = 100;

/** What an accountant looks at: completeness, comments, files. */
export function Screen() {
  const words = useTranslations('accountant');
  const back = useBackToBooks();
  const search = useSearch({ strict: false }) as ReceiptsSearch;
  const today = useToday();
  const period = search.periode ?? today.slice(0, 4);
  const span = daysOf(period);
  const state = useOperation('get-books-state', { query: span });
  return (
    <Page
      title={words.title}
      back={back}
      actions={
        <Link to="/livres/clotures" className="btn quiet">
          {words.closings}
        </Link>
      }
    >
      <p className="quiet book-intro">{words.intro}</p>
      <Period period={period} to="/livres/comptable" />
      <ErrorMessage error={state.error} />
      {state.data && <Completeness state={state.data} period={period} span={span} />}
      <Files period={period} span={span} />
      <Comments span={span} />
    </Page>
  );
}

type Place = Pick<LinkProps, 'to' | 'search'>;

/** Where what is missing is completed: the list of the same period. */
function placesOf({ period, span: { from, to } }: InPeriod): Record<keyof State['missing'], Place> {
  const days = { du: from, au: to };
  return {
    bankTransactions: { to: '/paiements/banque' },
    debitsWithoutPurchase: { to: '/paiements/banque' },
    purchasesWithoutReceipt: { to: '/livres/achats', search: { periode: period } },
    drafts: { to: '/factures', search: { etat: 'draft', ...days } },
    supplierInvoices: { to: '/factures-recues', search: { vue: 'toutes', ...days } },
    linesWithoutRate: { to: '/livres/recettes', search: { periode: period } },
  };
}

function Completeness({
  state: { state, closedThrough = '', missing, complete },
  ...shown
}: { state: State } & InPeriod) {
  const words = useTranslations('accountant');
  const places = placesOf(shown);
  const lacking = (Object.keys(places) as (keyof typeof places)[]).filter((name) => missing[name] > 0);
  return (
    <Section title={words.completeness}>
      <p>{state === 'partly_closed' ? words.states.partly_closed(longDay(closedThrough)) : words.states[state]}</p>
      {complete && <p>{words.complete}</p>}
      <ul className="missing">
        {lacking.map((name) => (
          <li key={name}>
            <Link {...places[name]} className="link">
              {words.missing[name](missing[name])}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The screens with further files of the period. */
const otherFiles = ({ period, span: { from, to } }: InPeriod) =>
  [
    { name: 'payments', to: '/paiements', search: { du: from, au: to } },
    { name: 'documents', to: '/factures', search: { du: from, au: to } },
    { name: 'mileage', to: '/livres/kilometres', search: { periode: period.slice(0, 4) } },
    { name: 'journals', to: '/livres/journaux', search: { periode: period } },
    { name: 'vat', to: '/livres/tva', search: { jour: from } },
    { name: 'archive', to: '/reglages/audit' },
  ] as const satisfies readonly ({ readonly name: string } & Place)[];

function Files({ period, span }: InPeriod) {
  const words = useTranslations('accountant');
  const { download, formats } = useTranslations('books');
  const save = useAction(async (book: 'receipts' | 'purchases', format: 'pdf' | 'xlsx') => {
    const query = { ...span, format };
    const { answer, fileName } =
      book === 'receipts'
        ? await callWithVersion('download-receipts-book', { query })
        : await callWithVersion('download-purchases-register', { query });
    saveFile(answer, fileName ?? `${book}.${format}`);
  });
  return (
    <Section title={words.files}>
      <ul className="missing">
        {(['receipts', 'purchases'] as const).map((book) => (
          <li key={book}>
            <span>{words[book]}</span>{' '}
            {(['pdf', 'xlsx'] as const).map((format) => (
              <button
                key={format}
                type="button"
                className="btn quiet"
                aria-disabled={save.isRunning}
                onClick={() => void save.run(book, format)}
              >
                <IconDownload /> {formats[format]}
                <span className="screen-reader-only">
                  , {words[book]}, {download[format]}
                </span>
              </button>
            ))}
          </li>
        ))}
        {otherFiles({ period, span }).map(({ name, ...place }) => (
          <li key={name}>
            <Link {...place} className="link">
              {words[name]}
            </Link>
          </li>
        ))}
      </ul>
      <ErrorMessage error={save.error} />
    </Section>
  );
}

type Entry = { readonly kind: 'receipt' | 'purchase'; readonly id: string; readonly name: string };

/** The entries of the period that can be commented on: the first of each book. */
function useEntries(span: Span): Entry[] {
  const { line } = useTranslations('accountant');
  const query = { ...span, limit: AT_ONCE };
  const receipts = useOperation('list-receipts-book', { query }).data?.docs ?? [];
  const purchases = useOperation('list-purchases', { query }).data?.docs ?? [];
  return [
    ...receipts.map(({ id, number, on, customerName = '', reference = '', amount }) => ({
      ...{ kind: 'receipt' as const, id },
      name: line(number, shortDay(on), customerName || reference, money(amount)),
    })),
    ...purchases.map(({ id, number, bookedOn, supplierName, amount }) => ({
      ...{ kind: 'purchase' as const, id },
      name: line(number, shortDay(bookedOn), supplierName, money(amount)),
    })),
  ];
}

function Comments({ span }: { span: Span }) {
  const words = useTranslations('accountant');
  const mayComment = useSession().may('books:comment');
  const entries = useEntries(span);
  const found = useOperation('list-book-comments', { query: { state: 'open', limit: AT_ONCE } });
  const people = useOperation('list-people', {}).data?.people ?? [];
  const comments = found.data?.docs ?? [];
  return (
    <Section title={words.comments}>
      <ErrorMessage error={found.error} />
      {found.isSuccess && comments.length === 0 && <p>{words.noComments}</p>}
      <ul className="comments">
        {comments.map((comment) => (
          <OneComment
            key={comment.id}
            comment={comment}
            about={entries.find(({ id }) => id === comment.subject.id)?.name ?? words.entryOf[comment.subject.kind]}
            author={people.find(({ id }) => id === comment.author)?.name}
            mayResolve={mayComment}
          />
        ))}
      </ul>
      {mayComment && entries.length > 0 && <NewComment entries={entries} />}
    </Section>
  );
}

function OneComment({
  comment,
  about,
  author,
  mayResolve,
}: {
  comment: Comment;
  about: string;
  author: string | undefined;
  mayResolve: boolean;
}) {
  const words = useTranslations('accountant');
  const queries = useQueryClient();
  const [text, write] = useState('');
  const resolve = useAction(async () => {
    await call('resolve-book-comment', { commentId: comment.id, body: { text } });
    toast(words.resolved);
    await queries.invalidateQueries();
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void resolve.run();
  };
  return (
    <li>
      <p className="small quiet">
        {about} · {author && `${author}, `}
        {words.writtenOn(shortDay(dayOf(comment.createdAt)))}
      </p>
      <p>{comment.text}</p>
      {mayResolve && (
        <form className="comment-form" onSubmit={submit}>
          <Field
            label={words.answer}
            required
            maxLength={2_000}
            value={text}
            error={resolve.problem?.at('text')}
            onChange={({ target }) => write(target.value)}
          />
          <button type="submit" className="btn" aria-disabled={resolve.isRunning}>
            {words.resolve}
          </button>
          <ErrorMessage error={resolve.error} shown={['text']} />
        </form>
      )}
    </li>
  );
}

function NewComment({ entries }: { entries: readonly Entry[] }) {
  const words = useTranslations('accountant');
  const id = useId();
  const queries = useQueryClient();
  const [chosen, choose] = useState('');
  const [text, write] = useState('');
  const add = useAction(async () => {
    const entry = entries.find((each) => each.id === chosen);
    if (!entry) return;
    await call('add-book-comment', { body: { subject: { kind: entry.kind, id: entry.id }, text } });
    write('');
    toast(words.added);
    await queries.invalidateQueries();
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void add.run();
  };
  const groups = [
    [words.receipts, entries.filter(({ kind }) => kind === 'receipt')],
    [words.purchases, entries.filter(({ kind }) => kind === 'purchase')],
  ] as const;
  return (
    <form className="comment-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{words.entry}</label>
        <select id={id} className="input" required value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">{words.choose}</option>
          {groups
            .filter(([, some]) => some.length > 0)
            .map(([name, some]) => (
              <optgroup key={name} label={name}>
                {some.map((entry) => (
                  <option key={entry.id} value={entry.id}>
                    {entry.name}
                  </option>
                ))}
              </optgroup>
            ))}
        </select>
      </div>
      <Field
        label={words.text}
        required
        maxLength={2_000}
        value={text}
        error={add.problem?.at('text')}
        onChange={({ target }) => write(target.value)}
      />
      <button type="submit" className="btn" aria-disabled={add.isRunning}>
        {words.add}
      </button>
      <ErrorMessage error={add.error} shown={['text']} />
    </form>
  );
}
