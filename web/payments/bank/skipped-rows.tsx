import type { Answer } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';

/** Rows that are not transactions, with the reason. */
export function LeftOut({ read }: { read: Answer<'import-bank-statement'> }) {
  const words = useTranslations('bank').file.leftOut;
  const { leftOut, leftOutReasons, leftOutRows, doubtfulColumns } = read;
  return (
    <>
      {leftOut > 0 && (
        <div className="fields">
          <div>
            <p>
              <b>{words.title(leftOut)}</b>
            </p>
            <ul className="small">
              {leftOutReasons.map(({ reason, status, count }) => (
                <li key={`${reason} ${status ?? ''}`}>{words.reason(count, words.reasons[reason], status)}</li>
              ))}
            </ul>
          </div>
          <details className="small">
            <summary>{words.which}</summary>
            <ul>
              {leftOutRows.map(({ row, label, status, reason }) => (
                <li key={row}>
                  {[words.row(row), label, status ?? words.reasons[reason]].filter(Boolean).join(' · ')}
                </li>
              ))}
            </ul>
          </details>
        </div>
      )}
      {doubtfulColumns.length > 0 && <p className="small">{words.doubtful(doubtfulColumns)}</p>}
    </>
  );
}
