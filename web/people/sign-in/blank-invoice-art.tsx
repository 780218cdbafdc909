import type { Issuer } from '../../account/setup/step.tsx';
import { money } from '../../app/formats/money.tsx';
import { sheetStyle } from '../../app/sheet-style.ts';
import type { Theme } from '../../client/schemas.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';

/** Decorative blank invoice, hidden from screen readers. */
export function BlankInvoice({ issuer, theme }: { issuer?: Issuer | undefined; theme?: Theme | undefined }) {
  const words = useTranslations('people').sample;
  const language = useLanguage();
  const nought = money(0, 'EUR', language);
  const head = (
    <div className="paper-band">
      <span className="who">{issuer?.name || 'Facturier'}</span>
      <span className="what">{words.invoice}</span>
    </div>
  );
  const isLetter = theme?.structure === 'letter';
  return (
    <article className="paper" {...sheetStyle(theme)}>
      {!isLetter && head}
      <div className="paper-body">
        <div className="parties">
          <div className="party">
            <div className="tag-line">{words.issuer}</div>
            {issuer?.name ? <Written issuer={issuer} /> : <Lines />}
          </div>
          <div className="party to">
            <div className="tag-line">{words.billedTo}</div>
            <Lines />
          </div>
        </div>
        {isLetter && head}
        <dl className="facts">
          {[words.issued, words.due, words.terms, words.nature].map((term) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <i className="blank-line short-line" />
              </dd>
            </div>
          ))}
        </dl>
        <Rows />
        <div className="paper-sums">
          <div />
          <div className="sums">
            <div className="part">
              <span>{words.net}</span>
              <b>{nought}</b>
            </div>
            <div className="part">
              <span>{words.vat}</span>
              <b>{nought}</b>
            </div>
            <div className="due">
              <span>{words.total}</span>
              <b>{nought}</b>
            </div>
          </div>
        </div>
      </div>
    </article>
  );
}

function Rows() {
  const words = useTranslations('people').sample;
  const lines = ['wide', 'long-line', 'wide'] as const;
  return (
    <table className="lines dim">
      <thead>
        <tr>
          <th>{words.label}</th>
          {[words.quantity, words.price, words.vat, words.net].map((head) => (
            <th key={head} className="numeric">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((width, place) => (
          <tr key={place}>
            {[width, 'shortest-line', 'short-line', 'shortest-line', 'short-line'].map((size, column) => (
              <td key={column} className={column > 0 ? 'numeric' : undefined}>
                <i className={`blank-line ${size}`} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The known issuer details, in the blue of editable text. */
function Written({ issuer: { name, lines, ids } }: { issuer: Issuer }) {
  return (
    <>
      <b className="written">{name}</b>
      <div className="written">
        {lines.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
      <div className="identifiers written">
        {ids.map((id) => (
          <div key={id}>{id}</div>
        ))}
      </div>
    </>
  );
}

function Lines() {
  return (
    <div className="blank-lines">
      <i className="blank-line" />
      <i className="blank-line short-line" />
      <i className="blank-line short-line" />
    </div>
  );
}
