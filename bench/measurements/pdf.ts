import { readFileSync } from 'node:fs';
import type { Job } from '../../src/pdf/print-job.ts';
import { openPrinter, type Printer } from '../../src/pdf/printer.ts';
import { company, documentFixtures, seller } from '../../test/pdf/document-fixtures.ts';
import { manyLines } from '../../test/pdf/examples.ts';
import type { Options } from '../options.ts';
import { type Finding, median } from '../report.ts';

const FIRST_MOST_S = 1;
const TWELVE_LINES_MOST_MS = 25;
const FIVE_HUNDRED_LINES_MOST_MS = 400;
const SUSTAINED_LEAST = 60;
/** As large as the e-invoice XML of twelve lines. */
const XML = `<rsm:CrossIndustryInvoice>${'<ram:LineTotalAmount>1234.56</ram:LineTotalAmount>'.repeat(250)}</rsm:CrossIndustryInvoice>`;
const WARM = 30;
const LONG_DOCUMENTS = 8;
/** Documents of the sustained round, per second of a round. */
const DOCUMENTS_A_SECOND = 100;
/** Concurrent requests: fewer than the queue limit. */
const AT_ONCE = 24;

/** Rendering as the service does it, in separate processes; every document is different. */
export async function measurePrint({ seconds, rounds }: Options): Promise<Finding[]> {
  const trail = documentFixtures(seller, company);
  const job = (lines: number): Job => ({
    printed: trail.printed(trail.made('invoice', { lines: manyLines(lines) })),
    xml: XML,
  });
  const began = performance.now();
  const printer = openPrinter({ processes: 1 });
  try {
    await printer.renderPdf(job(12));
    const first = (performance.now() - began) / 1000;
    await times(printer, WARM, () => job(12));
    const before = processorMs(printer);
    const twelve = await times(printer, WARM * rounds, () => job(12));
    const how = `${((processorMs(printer) - before) / twelve.length).toFixed(1)} ms of processor each`;
    const long = await times(printer, LONG_DOCUMENTS, () => job(500));
    return [
      { what: 'first PDF after start', value: first, unit: 's', target: { most: FIRST_MOST_S } },
      { what: 'Factur-X of 12 lines', value: median(twelve), unit: 'ms', target: { most: TWELVE_LINES_MOST_MS }, how },
      { what: 'Factur-X of 500 lines', value: median(long), unit: 'ms', target: { most: FIVE_HUNDRED_LINES_MOST_MS } },
      ...(await sustained(() => job(12), seconds * DOCUMENTS_A_SECOND)),
    ];
  } finally {
    await printer.close();
  }
}

async function times(printer: Printer, count: number, job: () => Job): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < count; n++) {
    const asked = job();
    const began = performance.now();
    await printer.renderPdf(asked);
    taken.push(performance.now() - began);
  }
  return taken;
}

/** With as many printers as the service uses, all busy; also their maximum memory. */
async function sustained(job: () => Job, count: number): Promise<Finding[]> {
  const printer = openPrinter();
  await printer.renderPdf(job());
  let left = count;
  let most = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      await printer.renderPdf(job());
      if (left % 50 === 0) most = Math.max(most, ...printer.processIds().map(residentMb));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const perSecond = (1000 * count) / (performance.now() - began);
  const how = `${count} documents, ${printer.started()} processes`;
  await printer.close();
  return [
    { what: 'Factur-X, sustained', value: perSecond, unit: '/s', target: { least: SUSTAINED_LEAST }, how },
    { what: 'memory of a printer process', value: most, unit: 'MB' },
  ];
}

/** Resident memory from /proc; 0 elsewhere. */
function residentMb(processId: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Processor time of the printers so far, from /proc. */
function processorMs(printer: Printer): number {
  const used = printer.processIds().map((processId) => {
    try {
      const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
    } catch {
      return 0;
    }
  });
  return used.reduce((sum, each) => sum + each, 0);
}

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
