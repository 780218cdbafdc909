import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type DragEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { type Column, DataTable } from '../app/components/data-table.tsx';
import { EmptyState } from '../app/components/empty-state.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { nextPageOf } from '../app/components/next-page.ts';
import { Page } from '../app/components/page.tsx';
import { SearchField } from '../app/components/search-field.tsx';
import { Status } from '../app/components/status.tsx';
import { toast } from '../app/components/toasts.tsx';
import { Day } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { IconUpload } from '../app/icons.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { type Received, uploadAll, useReceived, useReceivedMoves } from './received-queries.ts';
import type { ReceivedSearch } from './received-url.ts';
import { ReceiveTrialInvoice } from './trial-platform.tsx';
import './received.css';

/** Invoices received from suppliers: upload, find, and mark as handled. */
export function Screen() {
  const words = useTranslations('received');
  const search = useSearch({ strict: false }) as ReceivedSearch;
  const navigate = useNavigate();
  const mayWrite = useSession().may('billing:write');
  const [isOver, setOver] = useState(false);
  const upload = useUpload();
  const found = useReceived(search);
  const { q } = search;
  const say = useCallback(
    (next: ReceivedSearch) =>
      void navigate({ to: '/factures-recues', search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const isFirst = found.isSuccess && found.rows.length === 0 && Object.keys(search).length === 0;
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  const dropped = (event: DragEvent): void => {
    over(false)(event);
    void upload.run([...event.dataTransfer.files]);
  };
  const choose = (
    <>
      <ReceiveTrialInvoice />
      {mayWrite && <Choose isRunning={upload.isRunning} onChoose={(files) => void upload.run(files)} />}
    </>
  );
  return (
    <Page title={words.title} actions={!isFirst && choose}>
      {/* Drag and drop, an alternative to the button for the mouse. */}
      <div
        className={isOver ? 'received-drop' : undefined}
        {...(mayWrite && { onDragOver: over(true), onDragLeave: over(false), onDrop: dropped })}
      >
        {isOver && <p className="quiet">{words.drop}</p>}
        <ErrorMessage error={upload.error ?? found.error} />
        <div className="received-narrowed">
          <Views search={search} />
          <SearchField
            value={q ?? ''}
            label={words.search}
            hint={words.searchHint}
            onSearch={(text) => {
              const { q: _, ...rest } = search;
              say({ ...rest, ...(text && { q: text }) });
            }}
          />
        </div>
        {found.isPending && <Loading rows={8} />}
        {isFirst && <NothingToDo>{choose}</NothingToDo>}
        {found.isSuccess && found.rows.length === 0 && !isFirst && <p className="plain">{words.nothing}</p>}
        {found.rows.length > 0 && <List rows={found.rows} found={found} />}
      </div>
    </Page>
  );
}

function useUpload() {
  const words = useTranslations('received');
  const moved = useReceivedMoves();
  const navigate = useNavigate();
  return useAction(async (files: readonly File[]) => {
    const answers = await uploadAll(files);
    await moved();
    const [only, another] = answers;
    toast(words.uploaded(answers.filter(({ isNew }) => isNew).length, answers.length));
    if (only && !another) await navigate({ to: '/factures-recues/$id', params: { id: only.supplierInvoice.id } });
  });
}

function Choose({ isRunning, onChoose }: { isRunning: boolean; onChoose: (files: readonly File[]) => void }) {
  const words = useTranslations('received');
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        multiple
        accept=".pdf,.xml,application/pdf,application/xml,text/xml"
        className="screen-reader-only"
        aria-label={words.upload}
        tabIndex={-1}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <button
        type="button"
        className="btn primary"
        aria-disabled={isRunning}
        onClick={() => !isRunning && field.current?.click()}
      >
        <IconUpload /> {isRunning ? words.uploading : words.upload}
      </button>
    </>
  );
}

function Views({ search: { vue: _, ...rest } }: { search: ReceivedSearch }) {
  const { views, viewsLabel } = useTranslations('received');
  const all = [
    [undefined, views.toDo],
    ['traitees', views.handled],
    ['illisibles', views.unreadable],
    ['toutes', views.all],
  ] as const;
  return (
    <nav className="segmented-control received-views" aria-label={viewsLabel}>
      {all.map(([vue, name]) => (
        <Link
          key={name}
          to="/factures-recues"
          search={{ ...rest, ...(vue && { vue }) }}
          replace
          resetScroll={false}
          activeOptions={{ exact: true }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function List({ rows, found }: { rows: readonly Received[]; found: ReturnType<typeof useReceived> }) {
  const words = useTranslations('received');
  const mayWrite = useSession().may('billing:write');
  const [ticked, tick] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable<Received>
      caption={words.title}
      columns={useColumns()}
      groups={[{ rows }]}
      idOf={({ id }) => id}
      nameOf={({ number, name }) => number ?? name}
      linkOf={({ id }) => ({ to: '/factures-recues/$id', params: { id } })}
      more={nextPageOf(found)}
      {...(mayWrite && { ticked, onTick: tick, bulk: <Bulk ticked={ticked} onDone={() => tick(new Set())} /> })}
    />
  );
}

function useColumns(): readonly Column<Received>[] {
  const words = useTranslations('received');
  const { heads } = words;
  return [
    {
      name: 'on',
      head: heads.on,
      cell: ({ issuedOn }) => issuedOn && <Day date={issuedOn} />,
      narrowPlace: 'second-line-start',
    },
    {
      name: 'supplier',
      head: heads.supplier,
      cell: ({ supplier, name }) => supplier?.name ?? name,
      className: 'who truncated-cell',
      isLink: true,
      narrowPlace: 'first-line-start',
    },
    { name: 'number', head: heads.number, cell: ({ number }) => number, hiddenBelow: '62rem' },
    { name: 'state', head: heads.state, cell: (row) => <State of={row} />, narrowPlace: 'second-line-end' },
    {
      name: 'due',
      head: heads.due,
      cell: ({ dueOn }) => dueOn && <Day date={dueOn} />,
      hiddenBelow: '70rem',
    },
    {
      name: 'amount',
      head: heads.amount,
      cell: ({ amountWithTax, currency }) =>
        amountWithTax === undefined ? null : <Money cents={amountWithTax} currency={currency ?? 'EUR'} />,
      isFigure: true,
      narrowPlace: 'first-line-end',
    },
  ];
}

/** What needs attention comes before the state. */
function State({ of: { fault, warnings, state } }: { of: Received }) {
  const words = useTranslations('received');
  const [first] = warnings;
  if (state === 'handled') return <Status state="ok">{words.states.handled}</Status>;
  if (fault) return <Status state="failed">{words.unreadable}</Status>;
  if (first) return <Status state="late">{words.warnings[first].short}</Status>;
  return <Status state="waiting">{words.states.to_do}</Status>;
}

function Bulk({ ticked, onDone }: { ticked: ReadonlySet<string>; onDone: () => void }) {
  const words = useTranslations('received');
  const moved = useReceivedMoves();
  const act = useAction(async (state: 'to_do' | 'handled') => {
    await call('mark-supplier-invoices', { body: { supplierInvoiceIds: [...ticked], state } });
    await moved();
    onDone();
  });
  return (
    <>
      <span>{words.ticked(ticked.size)}</span>
      <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run('handled')}>
        {words.markHandled}
      </button>
      <button type="button" className="btn quiet" aria-disabled={act.isRunning} onClick={() => void act.run('to_do')}>
        {words.markToDo}
      </button>
      <ErrorMessage error={act.error} />
    </>
  );
}

function NothingToDo({ children }: { children: ReactNode }) {
  const { empty, heads } = useTranslations('received');
  return (
    <EmptyState
      title={empty.title}
      description={empty.said}
      columns={[
        { head: heads.on, ghost: '' },
        { head: heads.supplier, ghost: '' },
        { head: heads.number, ghost: '' },
        { head: heads.amount, ghost: '', isFigure: true },
      ]}
      actions={children}
    />
  );
}
