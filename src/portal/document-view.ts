import type {
  ColumnKey,
  Labelled,
  Mention,
  PrintedDocument,
  PrintedLine,
  PrintedLines,
  PrintedParty,
  PrintedTable,
} from '../pdf/layout/printed-document.ts';
import { type Html, html } from './html.ts';

/** A document as page content: the texts and amounts of the PDF. Payment details are separate. */
export function paper(printed: PrintedDocument): Html {
  const { heading, number, emitter, customer, delivery, facts, subject, headerNote, table, totals, mentions } = printed;
  const tables = [printed.vat, printed.deductions, printed.planned, printed.converted];
  return html`<article class="paper" aria-label="${`${heading} ${number}`}">
<div class="band"><b>${heading}</b><span>${number}</span></div>
<div class="parties">${[emitter, customer, delivery].map((party) => party && partyOf(party))}</div>
${facts.length > 0 && html`<dl class="facts">${facts.map(fact)}</dl>`}
${subject && html`<h2>${subject}</h2>`}${headerNote && html`<p>${headerNote}</p>`}
${linesOf(table)}
<dl class="sums">${totals.map(({ label, value, weight }) => html`<div class="${weight}"><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${tables.map((each) => each && tableOf(each))}
${mentions.length > 0 && html`<div class="mentions">${mentions.map(mention)}</div>`}
${printed.footerNote && html`<p>${printed.footerNote}</p>`}
${printed.terms && html`<div class="mentions"><h2>${printed.terms.title}</h2><p>${printed.terms.text}</p></div>`}
<p class="small quiet">${printed.foot}</p></article>`;
}

const partyOf = ({ label, name, lines, details }: PrintedParty): Html =>
  html`<div><span class="label">${label}</span><p><b>${name}</b>${lines.map(
    (line) => html`
${line}`,
  )}</p><p class="small quiet">${details.join('\n')}</p></div>`;

const fact = ({ label, value }: Labelled): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

const mention = ({ text, beside }: Mention): Html =>
  html`<p>${text}${
    beside &&
    html`
<span>${beside}</span>`
  }</p>`;

/** On a phone each line is a block: designation and total, the rest below with labels. */
const linesOf = ({
  columns,
  lines,
}: PrintedLines): Html => html`<div class="wide" tabindex="0"><table class="lines"><thead><tr>
${columns.map(({ key, label }) => html`<th scope="col" class="${isFigure(key) && 'num'}">${label}</th>`)}</tr></thead><tbody>
${lines.map((line) => lineOf(line, columns))}</tbody></table></div>`;

/** A section heading above its first line, its subtotal below its last. */
const lineOf = (line: PrintedLine, columns: PrintedLines['columns']): Html => html`${
  line.section && html`<tr class="section"><th scope="rowgroup" colspan="${columns.length}">${line.section}</th></tr>`
}
<tr>${columns.map((column) => cell(line, column))}</tr>${
  line.subtotal &&
  html`
<tr class="subtotal"><td class="main" colspan="${columns.length - 1}">${line.subtotal.label}</td><td class="num last">${line.subtotal.value}</td></tr>`
}`;

function cell(line: PrintedLine, { key, label }: PrintedLines['columns'][number]): Html {
  if (key === 'designation') {
    const notes = line.notes.map((note) => html`<small>${note}</small>`);
    return html`<td class="main" data-label="${label}"><b>${line.designation}</b>${line.description && html`<small>${line.description}</small>`}${notes}</td>`;
  }
  const value = line.cells[key];
  if (value === undefined) return html`<td></td>`;
  return html`<td class="${key === 'total' ? 'num last' : isFigure(key) && 'num'}" data-label="${label}">${value}</td>`;
}

const isFigure = (key: ColumnKey): boolean => key !== 'designation' && key !== 'position';

const tableOf = ({
  title,
  head,
  rows,
  figuresFrom,
  note,
}: PrintedTable): Html => html`<div class="wide" tabindex="0"><table>
<caption>${title}</caption><thead><tr>${head.map((text, at) => html`<th scope="col" class="${at >= figuresFrom && 'num'}">${text}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((text, at) => html`<td class="${at >= figuresFrom && 'num'}">${text}</td>`)}</tr>`)}</tbody></table>
${note && html`<p class="small quiet">${note}</p>`}</div>`;
