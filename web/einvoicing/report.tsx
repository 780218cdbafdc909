import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Settings } from '../account/settings/settings-page.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { shortDay } from '../app/formats/dates.tsx';
import { Money, numberText } from '../app/formats/money.tsx';
import { IconDownload, IconInfoCircle } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { lookAgainMs, PlatformNumber, ReportTransmission } from './report-transmission.tsx';

type Shown = {
  readonly kind: 'transactions' | 'payments';
  readonly from: string;
  readonly to: string;
  /** The number of the platform in the last report sent. */
  readonly lastPlatform: string;
};
type Found = Answer<'get-e-report'>;
type Block = '10.1' | '10.2' | '10.3' | '10.4';

/** The figures of a period, what is behind each, and its files. */
export function Report({ kind, from, to, lastPlatform }: Shown) {
  const words = useTranslations('eReporting');
  const language = useLanguage();
  const { data, error } = useOperation('get-e-report', { kind, query: { on: from } }, { lookAgainMs });
  const [typed, setPlatform] = useState<string>();
  const platform = typed ?? lastPlatform;
  const title = `${words.kinds[kind]}, ${words.span(shortDay(from, language), shortDay(to, language))}`;
  return (
    <Settings title={title}>
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={4} />}
      {data?.isEmpty && <p className="quiet">{words.nothing}</p>}
      {data && <Notices report={data} />}
      {data && data.sales.length > 0 && <Sales report={data} />}
      {data && data.receipts.length > 0 && <Receipts report={data} />}
      {data && !data.isEmpty && <International report={data} />}
      {data && <ReportTransmission report={data} platform={platform} setPlatform={setPlatform} />}
      {data && !data.isEmpty && <Files report={data} platform={platform} setPlatform={setPlatform} />}
    </Settings>
  );
}

/** What is missing, left out, or cannot be reported. */
function Notices({ report: { faults, leftOut, unreported } }: { report: Found }) {
  const words = useTranslations('eReporting');
  return (
    <>
      {faults.map(({ name, numbers }) => (
        <div key={name} className="notice warn" role="status">
          <IconInfoCircle />
          <p>
            {words.faults[name]} {numbers.join(', ')}
          </p>
        </div>
      ))}
      {leftOut.map(({ why, currency, net }) => (
        <p key={`${why} ${currency}`} className="small quiet">
          {words.leftOut[why]} <Money cents={net} currency={currency} />
        </p>
      ))}
      {unreported.map(({ rate, amount }) => (
        <p key={rate} className="small quiet">
          {words.unreported} <Money cents={amount} currency="EUR" /> ({numberText(rate / 100)} %)
        </p>
      ))}
    </>
  );
}

function Sales({ report }: { report: Found }) {
  const words = useTranslations('eReporting');
  const language = useLanguage();
  return (
    <table className="report-figures">
      <caption className="screen-reader-only">{words.sales}</caption>
      <thead>
        <tr>
          <th scope="col">{words.heads.day}</th>
          <th scope="col">{words.heads.category}</th>
          <th scope="col" className="numeric">
            {words.heads.net}
          </th>
          <th scope="col" className="numeric">
            {words.heads.vat}
          </th>
        </tr>
      </thead>
      <tbody>
        {report.sales.map(({ on, currency, category, onDebits, net, vat }) => (
          <tr key={`${on} ${currency} ${category} ${onDebits}`}>
            <td>{shortDay(on, language)}</td>
            <td>
              {words.categories[category]}
              {onDebits && <span className="quiet small"> {words.onDebits}</span>}
              <Behind report={report} block="10.3" day={on} />
            </td>
            <td className="numeric">
              <Money cents={net} currency={currency} />
            </td>
            <td className="numeric">
              <Money cents={vat} currency="EUR" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Receipts({ report }: { report: Found }) {
  const words = useTranslations('eReporting');
  const language = useLanguage();
  return (
    <table className="report-figures">
      <caption className="screen-reader-only">{words.receipts}</caption>
      <thead>
        <tr>
          <th scope="col">{words.heads.day}</th>
          <th scope="col">{words.heads.rate}</th>
          <th scope="col" className="numeric">
            {words.heads.received}
          </th>
          <th scope="col" className="numeric">
            {words.heads.reported}
          </th>
        </tr>
      </thead>
      <tbody>
        {report.receipts.flatMap(({ on, rates }) =>
          rates.map(({ rate, amount, reported }, place) => (
            <tr key={`${on} ${rate}`}>
              <td>
                {shortDay(on, language)}
                {place === 0 && <Behind report={report} block="10.4" day={on} />}
              </td>
              <td>{numberText(rate / 100, language)} %</td>
              <td className="numeric">
                <Money cents={amount} currency="EUR" />
              </td>
              <td className="numeric">
                <Money cents={reported} currency="EUR" />
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

/** Invoices to businesses abroad, or their receipts: each is reported separately. */
function International({ report }: { report: Found }) {
  const words = useTranslations('eReporting');
  const { kind, international, internationalReceipts } = report;
  const count =
    kind === 'transactions' ? international.reduce((all, sum) => all + sum.count, 0) : internationalReceipts.count;
  if (count === 0) return null;
  return (
    <div>
      <p>{kind === 'transactions' ? words.international(count) : words.internationalReceipts(count)}</p>
      <Behind report={report} block={kind === 'transactions' ? '10.1' : '10.2'} />
    </div>
  );
}

const ENTRIES = 100;

/** The documents and payments behind a figure, read when it is opened. */
function Behind({ report, block, day }: { report: Found; block: Block; day?: string }) {
  const words = useTranslations('eReporting');
  const [isOpen, setOpen] = useState(false);
  const query = { on: report.from, block, limit: ENTRIES, ...(day && { day }) };
  const { data, error } = useOperation('list-e-report-entries', { kind: report.kind, query }, { enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">{words.behind}</summary>
      <ErrorMessage error={error} />
      <ul className="report-entries small">
        {data?.docs.map(({ sourceId, billingId, number, customerName, source, net, rates, currency, category }) => (
          <li key={`${sourceId} ${category}`}>
            <span>
              {billingId ? (
                <Link to="/documents/$id" params={{ id: billingId }}>
                  {number}
                </Link>
              ) : (
                words.sources[source]
              )}{' '}
              <span className="quiet">{customerName}</span>
            </span>
            <span className="numeric push">
              <Money cents={net ?? rates?.reduce((all, { amount }) => all + amount, 0) ?? 0} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
      {data && data.totalDocs > ENTRIES && <p className="small quiet">{words.moreInCsv(data.totalDocs)}</p>}
    </details>
  );
}

function Files({
  report: { kind, from, state },
  platform,
  setPlatform,
}: {
  report: Found;
  platform: string;
  setPlatform: (platform: string) => void;
}) {
  const words = useTranslations('eReporting');
  const csv = useAction(async () =>
    saveFile(await call('export-e-report', { kind, query: { on: from } }), `e-reporting-${from}.csv`),
  );
  const xml = useAction(async (type: 'IN' | 'RE') => {
    const query = { on: from, type, ...(platform.trim() && { platform: platform.trim() }) };
    saveFile(await call('get-e-report-file', { kind, query }), `e-reporting-${kind}-${from}-${type}.xml`);
  });
  return (
    <>
      <div className="takings-line">
        <button type="button" className="btn" aria-disabled={csv.isRunning} onClick={() => void csv.run()}>
          <IconDownload /> {words.csv}
        </button>
        {state !== 'running' && (
          <>
            <PlatformNumber id="report-platform" platform={platform} setPlatform={setPlatform} />
            <button type="button" className="btn" aria-disabled={xml.isRunning} onClick={() => void xml.run('IN')}>
              <IconDownload /> {words.xml}
            </button>
            <button
              type="button"
              className="btn quiet"
              aria-disabled={xml.isRunning}
              onClick={() => void xml.run('RE')}
            >
              {words.correction}
            </button>
          </>
        )}
      </div>
      <ErrorMessage error={csv.error ?? xml.error} />
    </>
  );
}
