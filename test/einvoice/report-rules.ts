import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { reportTypes } from '../../src/domain/einvoicing/e-reporting/deposit.ts';
import type { SaleFigure } from '../../src/domain/einvoicing/e-reporting/sales.ts';
import {
  type ReportedInvoice,
  type ReportHead,
  receiptsReportXml,
  salesReportXml,
} from '../../src/einvoice/flux10/flux10.ts';
import { reportedBuyer, reportedSeller } from '../../src/einvoice/flux10/reported-parties.ts';
import { figuresOf } from './figures-of-period.ts';
import { compiled, type Fault, faultsOfRules, faultsOfSchema, schemaAt } from './official-rules.ts';
import { faultless, type RandomBill, randomBills } from './random-invoices.ts';
import { randomPeriods } from './random-periods.ts';

type ReportRules = (xml: string) => Fault[];

/** Schema and rules of flux 10, from a copy of phax/phive-rules in `folder`. */
function officialReportRules(folder: string): ReportRules | undefined {
  const at = join(folder, 'phive-rules/phive-rules-france/src/main/resources/external');
  if (!existsSync(at)) return undefined;
  xmlRegisterFsInputProviders();
  const schema = schemaAt(join(at, 'schemas/flux10/1.0/ereporting.xsd'));
  const rules = compiled(join(at, 'schematron/flux10/1.0/xslt/PPF_Flux10_v1_0.xslt'));
  return (xml) => [...faultsOfSchema(xml, schema), ...faultsOfRules(xml, rules)];
}

/**
 * E-reports of random periods and random international invoices against the official schema and
 * rules; a spoilt report must fail. Says nothing is checked if the copy is missing.
 */
export function reports(folder: string | undefined, { count, seed }: { count: number; seed: number }): boolean {
  const official = folder === undefined ? undefined : officialReportRules(folder);
  if (!official) {
    console.log('E-reports are not checked: phax/phive-rules is not in the folder of rules.');
    return true;
  }
  const files = randomReports(count, seed);
  const failing = files.filter(([name, xml]) => {
    const faults = official(xml);
    for (const { by, rule, text } of faults.slice(0, 3)) console.log(`✖ ${name}: ${by} ${rule} ${text}`);
    return faults.length > 0;
  });
  const isSeen = files.every(([, xml]) => official(xml.replace(/<TypeCode>(IN|RE)</, '<TypeCode>MO<')).length > 0);
  if (!isSeen) console.log('✖ not found: a report of an unknown type');
  const isSound = failing.length === 0 && isSeen && files.length > 0;
  console.log(`${isSound ? '✔' : '✖'} ${files.length - failing.length} of ${files.length} e-reports (flux 10) pass`);
  return isSound;
}

/** Reports of sales and of receipts, first ones and replacements; empty ones are never sent. */
function randomReports(count: number, seed: number): (readonly [string, string])[] {
  const invoices = fc
    .sample(randomBills(), { numRuns: count * 2, seed })
    .flat()
    .filter(faultless)
    .flatMap(international);
  return fc.sample(randomPeriods(), { numRuns: count, seed }).flatMap(({ from, to, ...period }, place) => {
    const { sales, figures } = figuresOf({ from, to, ...period });
    const type = reportTypes[place % 2] ?? 'IN';
    const head: ReportHead = {
      ...{ id: `732829320-${place}-${type}`, type, createdAt: '20280101080000', period: { from, to } },
      platform: { id: '0123', name: 'Plateforme' },
      issuer: { siren: '732829320', name: 'Zoé Martin' },
    };
    const own = invoices.slice(place * 2, place * 2 + 2);
    const isPaid = figures.some(({ rates }) => rates.some(({ reported }) => reported > 0));
    return [
      ...(isSomething(sales, own) ? [[`sales ${place}`, salesReportXml(head, { invoices: own, sales })] as const] : []),
      ...(isPaid ? [[`receipts ${place}`, receiptsReportXml(head, figures)] as const] : []),
    ];
  });
}

const isSomething = (sales: readonly SaleFigure[], invoices: readonly ReportedInvoice[]): boolean =>
  sales.length + invoices.length > 0;

function international({ bill, invoice }: RandomBill): ReportedInvoice[] {
  const { customer, emitter } = bill.sealed;
  const seller = reportedSeller(emitter);
  const isReportable = invoice.breakdown.every(({ vat }) => vat.category !== 'E' || vat.reason?.code !== undefined);
  const isReferred = bill.kind !== 'credit_note' || invoice.preceding.some(({ issuedOn }) => issuedOn !== undefined);
  return seller && customer && isReportable && isReferred ? [{ invoice, seller, buyer: reportedBuyer(customer) }] : [];
}
