import { entryLinesOf, formLinesOn } from '../../domain/books/vat-return/vat-lines.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { territoryOf } from '../../domain/vat/vat-territory.ts';
import type { Context } from '../context.ts';
import { openWorkbook, WORKBOOK_TYPE } from '../import-export/workbook.ts';
import { themeOfKindToday } from '../themes/find-theme.ts';
import { rowsOfPiece, vatColumns } from './vat-columns.ts';
import { type VatAsked, vatReturn } from './vat-return.ts';

type VatFile = { readonly name: string; readonly mediaType: string; readonly bytes: Buffer };
type TooLong = Refused<'vat_return_too_long'>;

/** The name of a file about a period. */
export const vatFileName = ({ period: { from, to } }: VatAsked, ending: string): string =>
  `tva-${from}-${to}.${ending}`;

/** The lines with pieces of the form of a period. */
export const linesOfAsked = ({ settings, period: { form, from } }: VatAsked) =>
  entryLinesOf(formLinesOn(form, from), territoryOf(settings.emitter.address) === 'own_rates');

/** The pieces of a return as a workbook, line by line of each piece. */
export async function vatWorkbook({ tx }: Context, asked: VatAsked): Promise<VatFile | TooLong> {
  const columns = vatColumns.map(({ names, isDay }) => ({ name: names[0] ?? '', ...(isDay && { isDay }) }));
  const workbook = openWorkbook('Déclaration de TVA', columns);
  const lines = linesOfAsked(asked);
  const read = await vatReturn(tx, asked, (pieces) =>
    workbook.add(
      pieces.flatMap((piece) => rowsOfPiece(lines, piece).map((row) => vatColumns.map(({ show }) => show(row)))),
    ),
  );
  if (isRefusal(read)) return read;
  return { name: vatFileName(asked, 'xlsx'), mediaType: WORKBOOK_TYPE, bytes: workbook.end() };
}

/** Reads the return; returns the function that renders its PDF after the transaction. */
export async function vatPdf(context: Context, asked: VatAsked): Promise<(() => Promise<VatFile>) | TooLong> {
  const read = await vatReturn(context.tx, asked);
  if (isRefusal(read)) return read;
  const theme = await themeOfKindToday(context, 'invoice');
  const { printer, accountId, gone, now, serviceName } = context;
  const { settings, today, period } = asked;
  return async () => {
    const { printedVatReturn } = await import('../../pdf/layout/vat-return.ts');
    const printed = printedVatReturn({
      ...{ settings, theme, serviceName, today: { day: today, at: now } },
      ...{ from: period.from, to: period.to, form: period.form, dueOn: period.dueOn },
      ...read.sheet,
    });
    const bytes = await printer.renderPdf({ printed, ...(theme.logo && { logo: theme.logo }) }, { accountId, gone });
    return { name: vatFileName(asked, 'pdf'), mediaType: 'application/pdf', bytes };
  };
}
