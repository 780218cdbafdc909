import { useNavigate, useParams } from '@tanstack/react-router';
import { Fragment, type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { Section } from '../app/components/section.tsx';
import { toast } from '../app/components/toasts.tsx';
import { Day, Moment } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { IconDownload, IconInfoCircle } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { Amounts, Lines } from './received-figures.tsx';
import { ReceivedPurchase } from './received-purchase.tsx';
import { useReceivedMoves } from './received-queries.ts';
import { SupplierAnswer } from './supplier-answer.tsx';
import './received.css';

type Detail = Answer<'get-supplier-invoice'>;
type Invoice = NonNullable<Detail['invoice']>;
type Party = Invoice['seller'];

/** One received invoice, as its file states it. */
export function Screen() {
  const words = useTranslations('received');
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error } = useOperation('get-supplier-invoice', { supplierInvoiceId: id });
  const title = data ? (data.number ?? data.name) : words.one;
  return (
    <Page
      title={title}
      heading={data?.supplier ? `${data.supplier.name} · ${title}` : title}
      back={{ to: '/factures-recues', label: words.title }}
      actions={data && <Acts of={data} />}
      narrow
    >
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={8} />}
      {data && (
        <div className="received-document">
          <Warnings of={data} />
          {data.fault && <Unreadable fault={data.fault} />}
          <SupplierAnswer of={data} />
          {data.invoice && <Readable invoice={data.invoice} />}
          {data.invoice && <ReceivedPurchase id={data.id} invoice={data.invoice} />}
          <Original of={data} />
        </div>
      )}
    </Page>
  );
}

function Acts({ of: { id, state, source, name } }: { of: Detail }) {
  const words = useTranslations('received');
  const mayWrite = useSession().may('billing:write');
  const moved = useReceivedMoves();
  const [isAsked, ask] = useState(false);
  const mark = useAction(async () => {
    const next = state === 'handled' ? 'to_do' : 'handled';
    await call('mark-supplier-invoices', { body: { supplierInvoiceIds: [id], state: next } });
    await moved();
    toast(words.marked[next]);
  });
  const save = useAction(async () => {
    const { answer, fileName } = await callWithVersion('download-supplier-invoice', { supplierInvoiceId: id });
    saveFile(answer, fileName ?? name);
  });
  return (
    <>
      {mayWrite && source === 'upload' && state === 'to_do' && (
        <button type="button" className="btn quiet" onClick={() => ask(true)}>
          {words.remove}…
        </button>
      )}
      <button type="button" className="btn quiet" aria-disabled={save.isRunning} onClick={() => void save.run()}>
        <IconDownload /> {words.original}
      </button>
      {mayWrite && (
        <button
          type="button"
          className={state === 'handled' ? 'btn' : 'btn primary'}
          aria-disabled={mark.isRunning}
          onClick={() => void mark.run()}
        >
          {state === 'handled' ? words.markToDo : words.markHandled}
        </button>
      )}
      <ErrorMessage error={mark.error ?? save.error} />
      {isAsked && <Remove id={id} onClose={() => ask(false)} />}
    </>
  );
}

function Remove({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useTranslations('received');
  const navigate = useNavigate();
  const moved = useReceivedMoves();
  const act = useAction(async () => {
    await call('delete-supplier-invoice', { supplierInvoiceId: id });
    toast(words.removed);
    await navigate({ to: '/factures-recues' });
    await moved();
  });
  return (
    <ConfirmDialog
      title={words.removeTitle}
      description={words.removeSaid}
      cancelLabel={words.keep}
      submitLabel={words.remove}
      action={act}
      onClose={onClose}
      isDangerous
    />
  );
}

function Warnings({ of: { warnings, ibanBefore } }: { of: Detail }) {
  const words = useTranslations('received').warnings;
  if (warnings.length === 0) return null;
  return (
    <div className="notice warn received-notice" role="status">
      <IconInfoCircle />
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <b>{words[warning].short}.</b> {words[warning].said(ibanBefore ?? '')}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Unreadable({ fault: { fault, row, term } }: { fault: NonNullable<Detail['fault']> }) {
  const words = useTranslations('received');
  return (
    <div className="notice warn received-notice" role="status">
      <IconInfoCircle />
      <p>
        <b>{words.unreadable}.</b> {words.faults[fault]}
        {row !== undefined && ` ${words.atRow(row)}`}
        {term !== undefined && ` ${words.atTerm(term)}`}
        <br />
        {words.keptAnyway}
      </p>
    </div>
  );
}

function Readable({ invoice }: { invoice: Invoice }) {
  const words = useTranslations('received');
  // The treatment of the document is a code for platforms.
  const notes = invoice.notes.filter(({ subject }) => subject !== 'BAR');
  return (
    <>
      <Facts invoice={invoice} />
      <div className="received-parties">
        <Section title={words.seller}>
          <PartyFacts party={invoice.seller} />
        </Section>
        <Section title={words.buyer}>
          <PartyFacts party={invoice.buyer} />
        </Section>
      </div>
      {invoice.lines.length > 0 && (
        <Section title={words.lines}>
          <Lines invoice={invoice} />
        </Section>
      )}
      <Section title={words.amounts}>
        <Amounts invoice={invoice} />
      </Section>
      <Payment invoice={invoice} />
      {notes.length > 0 && (
        <Section title={words.notes}>
          {notes.map(({ text }, at) => (
            // Notes have no id.
            <p key={at} className="received-note">
              {text}
            </p>
          ))}
        </Section>
      )}
    </>
  );
}

/** A list of names and values; those without a value are left out. */
function Pairs({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="pairs left received-pairs">
      {of
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

function Facts({ invoice }: { invoice: Invoice }) {
  const words = useTranslations('received');
  const { type, issuedOn, dueOn, period, delivery, preceding, totals, currency } = invoice;
  return (
    <Pairs
      of={[
        [words.facts.type, words.types[type as keyof typeof words.types] ?? words.otherType(type)],
        [words.facts.issuedOn, <Day key="on" date={issuedOn} long />],
        [words.facts.dueOn, dueOn && <Day key="due" date={dueOn} long />],
        [words.facts.due, <Money key="amount" cents={totals.due} currency={currency} />],
        [words.facts.delivery, delivery?.on && <Day key="delivery" date={delivery.on} long />],
        [words.facts.from, period?.from && <Day key="from" date={period.from} long />],
        [words.facts.to, period?.to && <Day key="to" date={period.to} long />],
        [words.facts.preceding, preceding.map(({ number }) => number).join(', ')],
        [words.facts.buyerReference, invoice.buyerReference],
        [words.facts.orderNumber, invoice.orderNumber],
        [words.facts.contractNumber, invoice.contractNumber],
      ]}
    />
  );
}

function PartyFacts({ party }: { party: Party }) {
  const words = useTranslations('received').party;
  const { address, contact } = party;
  const town = [address?.postCode, address?.city].filter(Boolean).join(' ');
  const place = [address?.line1, address?.line2, address?.line3, town, address?.country].filter(Boolean).join(', ');
  return (
    <Pairs
      of={[
        [words.name, party.name],
        [words.tradingName, party.tradingName],
        [words.siren, party.siren],
        [words.vatNumber, party.vatNumber],
        [words.address, place],
        [words.electronicAddress, party.electronicAddress?.value],
        [words.contact, [contact?.name, contact?.phone, contact?.email].filter(Boolean).join(', ')],
      ]}
    />
  );
}

function Payment({ invoice: { payment, paymentTerms, payee } }: { invoice: Invoice }) {
  const words = useTranslations('received');
  if (!payment && !paymentTerms && !payee) return null;
  return (
    <Section title={words.payment}>
      <Pairs
        of={[
          [words.facts.means, payment?.text],
          [words.facts.reference, payment?.reference],
          [words.facts.payee, payee],
          ...(payment?.accounts ?? []).flatMap(({ iban, bic, holder }, at) => [
            [at === 0 ? words.facts.iban : `${words.facts.iban} ${at + 1}`, iban] as const,
            [at === 0 ? words.facts.bic : `${words.facts.bic} ${at + 1}`, bic] as const,
            [at === 0 ? words.facts.holder : `${words.facts.holder} ${at + 1}`, holder] as const,
          ]),
          [words.facts.terms, paymentTerms],
        ]}
      />
    </Section>
  );
}

function Original({ of: { name, size, sha256, format, receivedAt, source } }: { of: Detail }) {
  const words = useTranslations('received');
  return (
    <Section title={words.file}>
      <Pairs
        of={[
          [words.facts.fileName, name],
          [words.facts.format, format && words.formats[format]],
          [words.facts.receivedAt, <Moment key="at" when={receivedAt} />],
          [words.facts.source, words.sources[source]],
          [words.facts.size, words.kilobytes(Math.max(1, Math.round(size / 1024)))],
          [
            words.facts.sha256,
            <code key="sha" className="received-sha">
              {sha256}
            </code>,
          ],
        ]}
      />
    </Section>
  );
}
