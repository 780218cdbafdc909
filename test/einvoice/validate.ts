// `npm run validate -- --rules FOLDER`: validates examples and 500 random documents with copies of
// fnfempe/France_RFE and ConnectingEurope/eInvoicing-EN16931, else with our own rules.
import fc from 'fast-check';
import { electronicInvoiceOf } from '../../src/einvoice/build-electronic-invoice.ts';
import { cdarOf } from '../../src/einvoice/cdar/cdar.ts';
import { cdarProblems } from '../../src/einvoice/cdar/check-cdar.ts';
import { readCdar } from '../../src/einvoice/cdar/read-cdar.ts';
import { isStatusCode, statusCodes } from '../../src/einvoice/cdar/status-code.ts';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import type { ElectronicInvoice } from '../../src/einvoice/electronic-invoice.ts';
import { ublOf } from '../../src/einvoice/ubl/ubl.ts';
import { optionsOfScript } from '../support/runner/script-options.ts';
import { statusExample } from './example-statuses.ts';
import { examples } from './examples.ts';
import { tampered } from './faulty-invoices.ts';
import { type Fault, type OfficialRules, officialRules, officialStatusRules, ublSyntax } from './official-rules.ts';
import { electronicProblems } from './own-rules.ts';
import { faultless, randomBills } from './random-invoices.ts';
import { reports } from './report-rules.ts';

const { values: asked } = optionsOfScript('npm run validate -- [--rules <folder>] [--documents 500] [--seed 1]', {
  options: {
    rules: { type: 'string' },
    documents: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const rules = asked.rules === undefined ? undefined : officialRules(asked.rules);
if (rules === undefined || typeof rules === 'string') {
  console.log(rules ?? 'No folder of official rules is named (--rules FOLDER).');
  console.log('So only our own checks of arithmetic and presence run.\n');
}
const check = typeof rules === 'function' ? officially(rules) : ourselves;

const golden = Object.entries(examples).map(([name, make]): [string, ElectronicInvoice] => {
  const { bill, made } = make();
  return [name, electronicInvoiceOf(bill, made.around())];
});
const random = drawnBills(Number(asked.documents), Number(asked.seed));
const isSound = [
  await statuses(),
  reports(asked.rules, { count: Number(asked.documents), seed: Number(asked.seed) }),
  report('examples', golden),
  report(`random documents (seed ${asked.seed})`, random),
  controls(),
];
process.exitCode = isSound.every(Boolean) ? 0 : 1;

function report(what: string, invoices: readonly (readonly [string, ElectronicInvoice])[]): boolean {
  const began = performance.now();
  let failing = 0;
  for (const [name, invoice] of invoices) {
    const faults = check(invoice);
    if (faults.length === 0) continue;
    failing++;
    for (const { by, rule, text } of faults.slice(0, 5)) console.log(`✖ ${name}: ${by} ${rule} ${text}`);
  }
  const extended = invoices.filter(([, { profile }]) => profile !== 'en16931').length;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const passing = invoices.length - failing;
  console.log(
    `${failing === 0 ? '✔' : '✖'} ${passing} of ${invoices.length} ${what} pass (${extended} extended, ${seconds} s)`,
  );
  return failing === 0;
}

/** Each status of the life cycle as CDAR; one without its sequence number must fail. */
async function statuses(): Promise<boolean> {
  const official = asked.rules === undefined ? undefined : officialStatusRules(asked.rules);
  const faultsOf = async (xml: string): Promise<Fault[]> => {
    if (typeof official === 'function') return official(xml);
    const read = await readCdar(xml);
    if ('fault' in read) return [{ by: 'own check', rule: read.fault, text: read.at ?? '' }];
    return cdarProblems(read).map(({ rule, term }) => ({ by: 'own check', rule, text: term }));
  };
  const codes = Object.keys(statusCodes).filter(isStatusCode);
  const found = await Promise.all(
    codes.map(async (code) => (await faultsOf(cdarOf(statusExample(code)))).map((fault) => ({ code, ...fault }))),
  );
  const faults = found.flat();
  for (const { code, by, rule, text } of faults) console.log(`✖ status ${code}: ${by} ${rule} ${text}`);
  const spoilt = cdarOf(statusExample('212')).replace(/ *<ram:SequenceNumeric>.*\n/, '');
  const isSeen = (await faultsOf(spoilt)).some(({ rule }) => rule.startsWith('BR-FR-CDV-16'));
  if (!isSeen) console.log('✖ not found: a status without its sequence number');
  console.log(`${faults.length === 0 && isSeen ? '✔' : '✖'} ${codes.length} statuses of the life cycle pass`);
  return faults.length === 0 && isSeen;
}

/** Proves the check itself: each example with five kinds of errors must fail. */
function controls(): boolean {
  // Hundreds of lines take the rules seconds and prove no more than ten.
  const short = golden.filter(([, { lines }]) => lines.length <= 100);
  const spoilt = short.flatMap(([name, invoice]) =>
    tampered(invoice).map(([how, wrong]): [string, ElectronicInvoice] => [`${name}, ${how}`, wrong]),
  );
  const unseen = spoilt.filter(([, wrong]) => check(wrong).length === 0);
  for (const [name] of unseen) console.log(`✖ nobody saw: ${name}`);
  console.log(
    `${unseen.length === 0 ? '✔' : '✖'} ${spoilt.length - unseen.length} of ${spoilt.length} spoilt examples are seen`,
  );
  return unseen.length === 0;
}

function officially(official: OfficialRules): (invoice: ElectronicInvoice) => Fault[] {
  return (invoice) =>
    (
      [
        [ciiOf(invoice), 'cii'],
        [ciiOf(invoice, { inPdf: true }), 'factur-x'],
        [ublOf(invoice), ublSyntax(invoice)],
      ] as const
    ).flatMap(([xml, syntax]) =>
      official(xml, syntax, invoice.profile).map((fault) => ({ ...fault, by: `${syntax} ${fault.by}` })),
    );
}

function ourselves(invoice: ElectronicInvoice): Fault[] {
  return electronicProblems(invoice).map(({ rule, at = '' }) => ({ by: 'own check', rule, text: at }));
}

/** Complete documents only; an incomplete one must only be reported as such. */
function drawnBills(count: number, seed: number): (readonly [string, ElectronicInvoice])[] {
  const bills = fc
    .sample(randomBills(), { numRuns: count * 2, seed })
    .flat()
    .filter(faultless);
  return bills.slice(0, count).map(({ invoice }, place) => [`random ${place} (${invoice.type})`, invoice]);
}
