import { Link, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Page } from '../../app/components/page.tsx';
import { Day, dayOf } from '../../app/formats/dates.tsx';
import { Money } from '../../app/formats/money.tsx';
import { IconDownload } from '../../app/icons.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import type { PaidPastDocument } from '../../client/schemas.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import { PastPayments } from './past-payments.tsx';
import { PastState } from './past-state.tsx';
import './move-in.css';

/** A document that another program issued: facts, payments, the original file. */
export function Screen() {
  const words = useTranslations('pastDocuments');
  const { id } = useParams({ strict: false }) as { id: string };
  const asked = useOperation('get-past-document', { pastDocumentId: id });
  const found = asked.data?.id === id ? asked.data : undefined;
  const title = found ? words.of(words.types[found.type], found.number) : words.title;
  return (
    <Page
      title={title}
      back={{ to: '/documents-repris', label: words.back }}
      actions={
        <>
          <Link to="/documents-repris" className="btn quiet wide-only">
            {words.back}
          </Link>
          {found?.paper && <Paper of={found} />}
        </>
      }
    >
      <ErrorMessage error={asked.error} />
      {asked.isPending && <Loading rows={8} />}
      {found && (
        <div className="past-document">
          <PastState of={found} />
          <Facts of={found} />
          <PastPayments of={found} />
        </div>
      )}
    </Page>
  );
}

function Paper({ of: { id, paper } }: { of: PaidPastDocument }) {
  const words = useTranslations('pastDocuments');
  const act = useAction(async () => {
    saveFile(await call('download-past-document', { pastDocumentId: id }), paper?.name ?? 'document.pdf');
  });
  return (
    <>
      <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
        <IconDownload /> {words.paper}
      </button>
      <ErrorMessage error={act.error} />
    </>
  );
}

function Facts({ of }: { of: PaidPastDocument }) {
  const words = useTranslations('pastDocuments');
  const { facts } = words;
  const { issuedOn, dueOn, customerId, customerName, title, source, correctsId } = of;
  return (
    <div>
      <dl className="pairs left">
        <dt>{facts.customer}</dt>
        <dd>
          <Link to="/clients/$id" params={{ id: customerId }} className="link">
            {customerName}
          </Link>
        </dd>
        {title !== undefined && (
          <>
            <dt>{facts.title}</dt>
            <dd>{title}</dd>
          </>
        )}
        <dt>{facts.issuedOn}</dt>
        <dd>
          <Day date={issuedOn} />
        </dd>
        {dueOn !== undefined && (
          <>
            <dt>{facts.dueOn}</dt>
            <dd>
              <Day date={dueOn} />
            </dd>
          </>
        )}
        {source !== undefined && (
          <>
            <dt>{facts.source}</dt>
            <dd>{words.program(source)}</dd>
          </>
        )}
        <Amounts of={of} />
        {correctsId !== undefined && (
          <>
            <dt>{facts.corrects}</dt>
            <dd>
              <Link to="/documents-repris/$id" params={{ id: correctsId }} className="link">
                {facts.correctsLink}
              </Link>
            </dd>
          </>
        )}
        <dt>{facts.takenOver}</dt>
        <dd>
          <Day date={dayOf(of.takenOverAt)} />
        </dd>
      </dl>
      <details className="small quiet digest">
        <summary>{facts.digest}</summary>
        <code>{of.digest}</code>
      </details>
      {!of.inBooks && <p className="notice">{words.notInBooks}</p>}
      {!of.paper && <p className="small quiet">{words.noPaper}</p>}
    </div>
  );
}

function Amounts({ of }: { of: PaidPastDocument }) {
  const { facts } = useTranslations('pastDocuments');
  const isCredit = of.type === 'asset';
  const amounts = [
    [facts.withoutTax, of.withoutTax],
    [facts.withTax, of.withTax],
    [isCredit ? facts.refunded : facts.paid, of.paid],
    ...(of.credited > 0 ? [[facts.credited, of.credited]] : []),
    ...(of.correctsId === undefined ? [[isCredit ? facts.toRefund : facts.remaining, of.remaining]] : []),
  ] as [string, number][];
  return amounts.map(([name, cents]) => (
    <Fragment key={name}>
      <dt>{name}</dt>
      <dd>
        <Money cents={cents} currency={of.currency} />
      </dd>
    </Fragment>
  ));
}
