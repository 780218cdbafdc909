import { type CSSProperties, Fragment } from 'react';
import { Loading } from '../../app/components/loading.tsx';
import type { Answer } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useTranslations } from '../../locales/language.ts';
import type { Billing } from './document-queries.ts';

type Paper = Answer<'get-billing-paper'>;

/**
 * The document as text, to select, listen to, or read on a phone. `isHeardOnly` hides it visually
 * when the pages are shown.
 */
export function AccessibleText({
  billing: { id },
  isForScreenReaders,
}: {
  billing: Billing;
  isForScreenReaders: boolean;
}) {
  const { data: paper } = useOperation('get-billing-paper', { billingId: id, query: {} });
  if (!paper) return isForScreenReaders ? null : <Loading rows={12} />;
  const colours = { '--accent': paper.accent } as CSSProperties;
  return (
    <article
      className={isForScreenReaders ? 'screen-reader-only' : 'paper fixed-text'}
      style={colours}
      aria-label={paper.title}
      lang={paper.locale}
    >
      <div className="paper-band">
        <span className="who">{paper.emitter.name}</span>
        <span className="what">
          {paper.heading} <small>{paper.number}</small>
        </span>
      </div>
      <div className="paper-body">
        {paper.watermark && <p className="note quiet">{paper.watermark}</p>}
        <div className="parties">
          <Party party={paper.emitter} />
          <Party party={paper.customer} isTo />
        </div>
        {paper.delivery && <Party party={paper.delivery} />}
        <dl className="facts">
          <Facts facts={paper.facts} />
        </dl>
        {paper.subject && <div className="subject">{paper.subject}</div>}
        {paper.headerNote && <p className="note">{paper.headerNote}</p>}
        <Lines paper={paper} />
        <div className="paper-sums">
          <div>
            {paper.tables.map((table) => (
              <Table key={table.title} table={table} isHeardOnly={isForScreenReaders} />
            ))}
          </div>
          <Totals totals={paper.totals} />
        </div>
        {paper.payment && <Payment payment={paper.payment} />}
        {paper.footerNote && <p className="note lines-of">{paper.footerNote}</p>}
        <Mentions paper={paper} />
      </div>
      <div className="paper-foot">
        <span>{paper.foot}</span>
      </div>
    </article>
  );
}

function Party({ party, isTo = false }: { party: Paper['emitter']; isTo?: boolean }) {
  return (
    <div className={isTo ? 'party to' : 'party'}>
      <div className="tag-line">{party.label}</div>
      <b>{party.name}</b>
      <div className="lines-of">{party.lines.join('\n')}</div>
      <div className="identifiers">
        {party.details.map((detail) => (
          <div key={detail}>{detail}</div>
        ))}
      </div>
    </div>
  );
}

const Facts = ({ facts }: { facts: Paper['facts'] }) =>
  facts.map(({ label, value }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ));

function Lines({ paper: { columns, lines } }: { paper: Paper }) {
  const words = useTranslations('finalized').paper;
  const figures = columns.filter(({ key }) => key !== 'designation');
  return (
    <table className="lines">
      <caption className="screen-reader-only">{words.lines}</caption>
      <thead>
        <tr>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col" data-key={key} className={key === 'designation' ? undefined : 'numeric'}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, place) => (
          <Fragment key={place}>
            {line.section && <Heading title={line.section} width={columns.length} />}
            <tr>
              {columns.map(({ key }) =>
                key === 'designation' ? (
                  <td key={key} data-key={key}>
                    <b>{line.designation}</b>
                    {line.description && <small className="lines-of">{line.description}</small>}
                    {line.notes.map((note) => (
                      <small key={note}>{note}</small>
                    ))}
                    <small className="narrow-cells">
                      {figures
                        .filter((each) => each.key !== 'total' && line.cells[each.key])
                        .map((each) => `${each.label} ${line.cells[each.key]}`)
                        .join(' · ')}
                    </small>
                  </td>
                ) : (
                  <td key={key} data-key={key} className="numeric">
                    {line.cells[key]}
                  </td>
                ),
              )}
            </tr>
            {line.subtotal && <Subtotal columns={columns} subtotal={line.subtotal} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

const Heading = ({ title, width }: { title: string; width: number }) => (
  <tr className="section">
    <th scope="rowgroup" colSpan={width} data-key="designation">
      {title}
    </th>
  </tr>
);

type Said = NonNullable<Paper['lines'][number]['subtotal']>;

/** Subtotal of a section, aligned with its lines: on a phone only two columns are visible. */
const Subtotal = ({ columns, subtotal }: { columns: Paper['columns']; subtotal: Said }) => (
  <tr className="subtotal">
    {columns.map(({ key }) => (
      <td key={key} data-key={key} className="numeric">
        {key === 'designation' ? subtotal.label : key === 'total' && subtotal.value}
      </td>
    ))}
  </tr>
);

/** A small table of figures with a title. */
export function Table({
  table: { title, head, rows, figuresFrom, note },
  isHeardOnly,
}: {
  table: Paper['tables'][number];
  isHeardOnly: boolean;
}) {
  const side = (column: number) => (column >= figuresFrom ? 'numeric' : undefined);
  return (
    <>
      <h2>{title}</h2>
      <div className="wide-table" role="region" aria-label={title} tabIndex={isHeardOnly ? undefined : 0}>
        <table className="mini">
          <caption className="screen-reader-only">{title}</caption>
          <thead>
            <tr>
              {head.map((label, column) => (
                <th key={column} scope="col" className={side(column)}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={place}>
                {row.map((cell, column) => (
                  <td key={column} className={side(column)}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <p className="quiet">{note}</p>}
    </>
  );
}

export function Totals({ totals }: { totals: Paper['totals'] }) {
  return (
    <div className="sums">
      {totals.map(({ label, value, weight }) => (
        <div key={label} className={weight}>
          <span>{label}</span>
          <b>{value}</b>
        </div>
      ))}
    </div>
  );
}

function Payment({ payment: { title, facts, note } }: { payment: NonNullable<Paper['payment']> }) {
  return (
    <div className="pay">
      <div>
        <h2>{title}</h2>
        <dl>{facts.map(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label} is`}>{value}</dd>])}</dl>
        {note && <p>{note}</p>}
      </div>
    </div>
  );
}

/** Legal notices are in French; documents in another language add the translation. */
export function Mentions({ paper: { mentions, terms } }: { paper: Pick<Paper, 'mentions' | 'terms'> }) {
  return (
    <div className="mentions">
      {mentions.map(({ text, beside }) => (
        <p key={text}>
          <span lang="fr">{text}</span>
          {beside && <span className="beside"> {beside}</span>}
        </p>
      ))}
      {terms && (
        <>
          <h2>{terms.title}</h2>
          <p className="lines-of">{terms.text}</p>
        </>
      )}
    </div>
  );
}
