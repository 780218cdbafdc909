import { Link, useSearch } from '@tanstack/react-router';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { IconDownload } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import { AccountLedger } from './account-ledger.tsx';
import { Period, useBackToBooks } from './book-parts.tsx';
import { ChartOfAccounts } from './chart-of-accounts.tsx';
import type { JournalsSearch } from './journals-url.ts';
import { OpeningForm } from './opening-form.tsx';
import { OpeningList } from './opening-list.tsx';
import { daysOf } from './receipts-url.ts';

type Balance = Answer<'get-trial-balance'>;
type Span = { from: string; to: string };

/** The trial balance of a period, the ledger of one account, and the file of entries. */
export function Screen() {
  const words = useTranslations('accounting');
  const back = useBackToBooks();
  const { periode, compte } = useSearch({ strict: false }) as JournalsSearch;
  const year = useToday().slice(0, 4);
  const period = periode ?? year;
  const span = daysOf(period);
  const { data, error, isPending } = useOperation('get-trial-balance', { query: span });
  return (
    <Page title={words.title} back={back} actions={<Downloads span={span} />}>
      <p className="quiet book-intro">{words.intro}</p>
      <Period period={period} to="/livres/journaux" {...(compte !== undefined && { account: compte })} />
      <ErrorMessage error={error} />
      {data && data.accounts.length > 0 && <Scope of={data} />}
      {data && data.withoutRate > 0 && <p className="notice warn">{words.withoutRate(data.withoutRate)}</p>}
      {isPending && <Loading rows={8} />}
      {compte !== undefined && (
        <AccountLedger
          account={compte}
          label={data?.accounts.find(({ account }) => account === compte)?.label}
          {...{ span, search: { periode: period } }}
        />
      )}
      {data && compte === undefined && <Accounts of={data} period={period} />}
      {compte === undefined && <OpeningForm />}
      {compte === undefined && <OpeningList />}
      {compte === undefined && <ChartOfAccounts />}
    </Page>
  );
}

/** What the file has: it is that of the whole business only with its purchases. */
function Scope({ of: { hasPurchases, fileName } }: { of: Balance }) {
  const words = useTranslations('accounting');
  return (
    <p className="small">
      {hasPurchases ? words.withPurchases : words.withoutPurchases} <span className="quiet book-file">{fileName}</span>
    </p>
  );
}

function Downloads({ span }: { span: Span }) {
  const words = useTranslations('accounting');
  const act = useAction(async (kind: 'entries' | 'description' | 'csv') => {
    if (kind === 'csv')
      return saveFile(await call('export-accounting-entries', { query: span }), `journaux-${span.from}-${span.to}.csv`);
    const { answer, fileName } = await callWithVersion('download-accounting-entries', {
      query: { ...span, file: kind },
    });
    saveFile(answer, fileName ?? `journaux-${span.from}-${span.to}.txt`);
  });
  return (
    <>
      {(['entries', 'description', 'csv'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          className="btn quiet"
          aria-label={words.download[kind]}
          aria-disabled={act.isRunning}
          onClick={() => void act.run(kind)}
        >
          <IconDownload /> {words.files[kind]}
        </button>
      ))}
      <ErrorMessage error={act.error} />
    </>
  );
}

/** The trial balance: each account leads to its ledger. */
function Accounts({ of: { accounts, total, entries }, period }: { of: Balance; period: string }) {
  const words = useTranslations('accounting');
  if (accounts.length === 0)
    return (
      <div className="plain">
        <p>{words.nothing}</p>
      </div>
    );
  return (
    <section className="book-scroll" aria-label={words.balance}>
      <table className="book-periods">
        <caption className="screen-reader-only">{words.balance}</caption>
        <thead>
          <tr>
            <th scope="col">{words.heads.account}</th>
            <th scope="col" className="numeric">
              {words.heads.debit}
            </th>
            <th scope="col" className="numeric">
              {words.heads.credit}
            </th>
            <th scope="col" className="numeric">
              {words.heads.balance}
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, label, debit, credit, balance }) => (
            <tr key={account}>
              <th scope="row">
                <Link to="/livres/journaux" search={{ periode: period, compte: account }} className="link">
                  {account}
                </Link>{' '}
                {label}
              </th>
              <td className="numeric">
                <Money cents={debit} quietZero />
              </td>
              <td className="numeric">
                <Money cents={credit} quietZero />
              </td>
              <td className="numeric">
                <Money cents={balance} quietZero />
              </td>
            </tr>
          ))}
          <tr className="sum">
            <th scope="row">{words.total(entries)}</th>
            <td className="numeric">
              <Money cents={total} />
            </td>
            <td className="numeric">
              <Money cents={total} />
            </td>
            <td />
          </tr>
        </tbody>
      </table>
    </section>
  );
}
