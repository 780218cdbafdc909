import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import { ublOf } from '../../src/einvoice/ubl/ubl.ts';
import { type Example, examples } from './examples.ts';

export const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

/** The files of an example by name: the API response and both electronic formats. */
export function filesOf({ bill, made }: Example): Readonly<Record<string, string>> {
  const invoice = electronicInvoiceOf(bill, made.around());
  return {
    'document.json': `${JSON.stringify(made.json(bill), null, 2)}\n`,
    'cii.xml': ciiOf(invoice),
    'ubl.xml': ublOf(invoice),
  };
}

/** Every file of every example, by its path. */
export const exampleFiles = (): [path: string, text: string][] =>
  Object.entries(examples).flatMap(([name, make]) =>
    Object.entries(filesOf(make())).map(([file, text]): [string, string] => [join(EXAMPLES, name, file), text]),
  );
