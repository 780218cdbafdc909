import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { figure } from '../app/formats/money.tsx';
import type { Answer } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import './vat.css';

type Return = Answer<'get-vat-return'>;
type Line = Return['lines'][number];

const SECTIONS = ['taxed', 'untaxed', 'gross', 'deductible', 'result'] as const;

const isZero = ({ base, tax, count }: Line): boolean =>
  (base?.euros ?? 0) === 0 && (tax?.euros ?? 0) === 0 && count === 0;

/** The lines of the form in order; those at 0 on request. */
export function Lines({ of: { lines, from } }: { of: Return }) {
  const words = useTranslations('vat');
  const [showsAll, setShowsAll] = useState(false);
  const [copied, setCopied] = useState('');
  const zero = lines.filter(isZero).length;
  const filled = new Set(lines.filter((line) => !isZero(line)).map(({ line }) => line));
  const shown = showsAll ? lines : lines.filter((line) => !isZero(line));
  return (
    <section className="book-scroll" aria-label={words.lines}>
      <table className="book-periods vat-lines">
        <caption className="screen-reader-only">{words.lines}</caption>
        <thead>
          <tr>
            <th scope="col">{words.heads.line}</th>
            <th scope="col" className="numeric">
              {words.heads.base}
            </th>
            <th scope="col" className="numeric">
              {words.heads.tax}
            </th>
          </tr>
        </thead>
        <tbody>
          {SECTIONS.map((section) => {
            const within = shown.filter((line) => line.section === section);
            return (
              within.length > 0 && (
                <Fragment key={section}>
                  <tr className="section">
                    <th scope="rowgroup" colSpan={3}>
                      {words.sections[section]}
                    </th>
                  </tr>
                  {within.map((line) => (
                    <Row key={line.line} {...{ line, filled, day: from }} onCopy={setCopied} />
                  ))}
                </Fragment>
              )
            );
          })}
        </tbody>
      </table>
      <p className="screen-reader-only" role="status">
        {copied}
      </p>
      {zero > 0 && (
        <button type="button" className="btn quiet" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? words.fewer : words.all(zero)}
        </button>
      )}
    </section>
  );
}

type OfRow = {
  readonly line: Line;
  /** The lines with an amount. */
  readonly filled: ReadonlySet<string>;
  readonly day: string;
  readonly onCopy: (said: string) => void;
};

function Row({ line, filled, day, onCopy }: OfRow) {
  const words = useTranslations('vat');
  const language = useLanguage();
  const { line: name, label, base, tax, from } = line;
  const text = label[language];
  const sources = (from ?? []).filter((name) => filled.has(name));
  return (
    <tr className={from && line.section === 'result' ? 'sum' : undefined}>
      <th scope="row">
        <b className="number">{name}</b>
        {from ? (
          <>
            {text}
            {sources.length > 0 && <span className="quiet small"> ({words.computed(sources.join(', '))})</span>}
          </>
        ) : (
          <Link to="/livres/tva/$ligne" params={{ ligne: name }} search={{ jour: day }} className="link">
            {text}
          </Link>
        )}
      </th>
      {[base, tax].map((amount, place) => (
        <td key={place === 0 ? 'base' : 'tax'} className="numeric">
          {amount && <Copied euros={amount.euros} line={name} onCopy={onCopy} />}
        </td>
      ))}
    </tr>
  );
}

/** An amount to write in the form; a press copies its digits. */
function Copied({ euros, line, onCopy }: { euros: number; line: string; onCopy: OfRow['onCopy'] }) {
  const words = useTranslations('vat');
  const language = useLanguage();
  const copy = async (): Promise<void> => {
    // A browser may refuse the clipboard: the amount can still be selected.
    try {
      await navigator.clipboard.writeText(String(euros));
      onCopy(words.copied(euros));
    } catch {
      onCopy(words.notCopied);
    }
  };
  return (
    <button
      type="button"
      className="copy"
      aria-label={words.copy(figure(euros, language), line)}
      onClick={() => void copy()}
    >
      {figure(euros, language)}
    </button>
  );
}
