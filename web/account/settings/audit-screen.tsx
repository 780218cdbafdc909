import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { PagedList } from '../../app/components/paged-list.tsx';
import { Status } from '../../app/components/status.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Moment } from '../../app/formats/dates.tsx';
import { figure, money } from '../../app/formats/money.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { Archives } from './archives.tsx';
import { Settings, SettingsPage } from './settings-page.tsx';

type Closure = Answer<'list-closures'>['docs'][number];
type Kind = Closure['kind'];
const KINDS = ['month', 'day', 'year'] as const satisfies readonly Kind[];
const PAGE = 24;

/** Audit trail: closed periods, archives, signing certificates, and verification. */
export function Screen() {
  const words = useTranslations('settings').audit;
  return (
    <SettingsPage title={words.title} intro={words.intro}>
      <Closures />
      <Archives />
      <Certificates />
      <Settings title={words.verify}>
        <Verification />
        <p className="description">{words.verifySaid}</p>
        <pre>
          <code>{words.command}</code>
        </pre>
      </Settings>
    </SettingsPage>
  );
}

/**
 * Certificates that seal signed files. A customer who also receives the fingerprint by telephone or
 * on paper can check who sealed a file.
 */
function Certificates() {
  const words = useTranslations('settings').audit;
  const { mode } = useSession();
  const { data, error } = useQuery({
    queryKey: ['list-seal-certificates', mode],
    queryFn: () => call('list-seal-certificates'),
  });
  return (
    <Settings title={words.certificates}>
      <p className="description">{words.certificatesSaid}</p>
      <ErrorMessage error={error} />
      {data?.certificates.length === 0 && <p className="description">{words.noCertificate}</p>}
      {data?.certificates.map(({ fingerprint, name, siren, createdAt, mode: of }) => (
        <div key={fingerprint}>
          <p className="description">
            {words.certificate(name, { siren, isTest: of === 'test' })}, <Moment when={createdAt} />
          </p>
          <pre>
            <code>{fingerprint}</code>
          </pre>
        </div>
      ))}
    </Settings>
  );
}

/** Verifies the audit chain and shows the findings. */
function Verification() {
  const words = useTranslations('settings').audit;
  const [found, setFound] = useState<Answer<'verify-audit-chain'>>();
  const act = useAction(async () => setFound(await call('verify-audit-chain')));
  return (
    <>
      <div className="row-actions">
        <button type="button" className="btn" aria-disabled={act.isRunning} onClick={() => void act.run()}>
          {act.isRunning ? words.verifying : words.verifyNow}
        </button>
      </div>
      <ErrorMessage error={act.error} />
      <div role="status">
        {found && !act.isRunning && (
          <p className="description">
            <Status state={found.intact ? 'ok' : 'failed'}>{found.intact ? words.intact : words.broken}</Status>{' '}
            {words.wasRead(figure(found.links), figure(found.documents), figure(found.payments), figure(found.files))}
          </p>
        )}
        {found && !act.isRunning && !found.intact && (
          <ul className="description">
            {found.findings.map(({ fault, message, link, number, mode }, place) => (
              <li key={place} data-fault={fault}>
                {words.finding(message, { link, number, isTest: mode === 'test' })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Closures() {
  const words = useTranslations('settings').audit;
  const queries = useQueryClient();
  const { may, mode } = useSession();
  const [kind, setKind] = useState<Kind>('month');
  const listed = useInfiniteQuery({
    queryKey: ['list-closures', mode, kind],
    queryFn: ({ pageParam }) =>
      call('list-closures', { query: { kind, limit: PAGE, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  });
  const make = useAction(async () => {
    const { docs } = await call('make-closures');
    toast(words.made(docs.length));
    await queries.invalidateQueries({ queryKey: ['list-closures'] });
  });
  return (
    <Settings title={words.closures}>
      <p className="description">{words.closuresSaid}</p>
      <div className="row-actions">
        <span className="segmented-control" role="group" aria-label={words.kind}>
          {KINDS.map((each) => (
            <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
              {words.kinds[each]}
            </button>
          ))}
        </span>
        {may('account:admin') && (
          <button type="button" className="btn" aria-disabled={make.isRunning} onClick={() => void make.run()}>
            {words.make}
          </button>
        )}
      </div>
      <ErrorMessage error={make.error} />
      <PagedList listed={listed} emptyText={words.none}>
        {(closures) => <ClosureTable closures={closures} />}
      </PagedList>
    </Settings>
  );
}

function ClosureTable({ closures }: { closures: readonly Closure[] }) {
  const words = useTranslations('settings').audit;
  return (
    <table className="list">
      <caption className="screen-reader-only">{words.closures}</caption>
      <thead>
        <tr>
          <th scope="col">{words.period}</th>
          <th scope="col" className="numeric">
            {words.invoices}
          </th>
          <th scope="col" className="numeric">
            {words.advances}
          </th>
          <th scope="col" className="numeric">
            {words.credits}
          </th>
          <th scope="col" className="numeric">
            {words.seal}
          </th>
        </tr>
      </thead>
      <tbody>
        {closures.map((closure) => (
          <tr key={closure.id}>
            <td className="first-line-start">{closure.period}</td>
            <td className="numeric first-line-end">{sumsOf(closure, 'invoices')}</td>
            <td className="numeric">{sumsOf(closure, 'advances')}</td>
            <td className="numeric second-line-end">{sumsOf(closure, 'creditNotes')}</td>
            <td className="numeric quiet second-line-start">
              {words.from(figure(closure.firstSeq), figure(closure.lastSeq))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Totals of one kind in a period, tax included, per currency. */
const sumsOf = ({ figures }: Closure, kind: 'invoices' | 'advances' | 'creditNotes'): string =>
  Object.entries(figures)
    .map(([currency, totals]) => money(totals[kind].total, currency))
    .join(' · ') || money(0);
