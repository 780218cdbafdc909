import { parseArgs } from 'node:util';
import { setUpBench } from '../bench-environment.ts';
import { measureCapacity } from '../measurements/capacity.ts';
import { machineOf } from '../report.ts';
import { type Machine, type Measured, type Need, type Plan, planFor } from './capacity-plan.ts';

// `npm run capacity`: measures what documents cost on this machine and extrapolates to a number of
// accounts. It stops what it starts and deletes what it writes.

const USAGE =
  'npm run capacity -- [--accounts 1000000] [--documents-a-year 200] [--years 10] [--reads 20] [--deliveries 1] [--peak 20] [--processors 16] [--disk-terabytes 4] [--files-in-database] [--measured 500] [--json]';

const UNITS = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
] as const;

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

const asked = readOptions(process.argv.slice(2));
const stage = await setUpBench({ nodeFlags: [] });
try {
  const { rows } = await stage.owner.query<{ server_version: string }>('show server_version');
  const { tables, ...measured } = await measureCapacity(stage, asked.measured);
  const plan = planFor(asked.need, measured, asked.machine);
  const measuredOn = machineOf(`PostgreSQL ${rows[0]?.server_version}`);
  if (asked.json) console.log(JSON.stringify({ measuredOn, measured, tables, need: asked.need, plan }, undefined, 2));
  else {
    const { cpu, cores, memory, postgres, loadBefore } = measuredOn;
    console.log(`${cpu}, ${cores} cores (${loadBefore.toFixed(1)} others busy before), ${memory}, ${postgres}\n`);
    print(measuredInWords(measured, asked.measured));
    print(planInWords(asked.need, plan, asked.machine));
  }
} finally {
  await stage.close();
}

type Asked = { need: Need; machine: Machine; measured: number; json: boolean };

function readOptions(args: readonly string[]): Asked {
  try {
    const text = (value: string) => ({ type: 'string', default: value }) as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...{ accounts: text('1000000'), 'documents-a-year': text('200'), years: text('10'), reads: text('20') },
        ...{ deliveries: text('1'), peak: text('20'), processors: text('16'), 'disk-terabytes': text('4') },
        ...{ measured: text('500'), json: { type: 'boolean', default: false } },
        'files-in-database': { type: 'boolean', default: false },
      },
    });
    const of = (name: string): number => number(name, String(values[name as keyof typeof values]));
    return {
      need: {
        ...{ accounts: of('accounts'), documentsAYear: of('documents-a-year'), years: of('years'), peak: of('peak') },
        ...{ readsPerDocument: of('reads'), deliveriesPerDocument: of('deliveries') },
        filesElsewhere: !values['files-in-database'],
      },
      machine: { processors: of('processors'), diskBytes: of('disk-terabytes') * 1e12 },
      measured: Math.ceil(of('measured')),
      json: values.json as boolean,
    };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

function number(name: string, text: string): number {
  const value = Number(text);
  const least = name === 'reads' || name === 'deliveries' ? 0 : Number.MIN_VALUE;
  if (text.trim() === '' || !(value >= least && value <= 1e12))
    throw new Error(`--${name}: "${text}" is not a number above zero`);
  return value;
}

type Line = readonly [what: string, value: string, how?: string];

function measuredInWords({ bytes, work }: Measured, many: number): Line[] {
  const ms = ({ server, postgres }: { server: number; postgres: number }) =>
    `${server.toFixed(2)} + ${postgres.toFixed(2)} ms`;
  return [
    [`measured, ${many} documents of 3 lines`, '', 'processor time: server + PostgreSQL'],
    ['rows of a document, kept forever', size(bytes.document)],
    ['  its responses, kept a day', size(bytes.answers)],
    ['  its event, delivery and attempt, kept 30 days', size(bytes.events)],
    ['  its PDF, kept forever', size(bytes.pdf)],
    ['  in the WAL of PostgreSQL', size(bytes.log)],
    ['rows of an account', size(bytes.account)],
    ['creating and finalizing a document', ms(work.document)],
    ['reading one', ms(work.read)],
    ['delivering an event', ms(work.delivery)],
    ['printing one', ms(work.pdf), `and ${work.pdf.printer.toFixed(1)} ms of a printer`],
  ];
}

function planInWords(need: Need, plan: Plan, machine: Machine): Line[] {
  const { documents, rows, files, processors, machines } = plan;
  const disks = size(machines.diskBytes);
  const one = (value: number): string => value.toFixed(1);
  return [
    [
      `planned, ${whole(need.accounts)} accounts`,
      '',
      `${need.documentsAYear} documents per year each, ${need.years} years, peak ${need.peak} × the average, ${need.readsPerDocument} reads per document; calculated, not tested`,
    ],
    [
      'documents per year',
      whole(documents.aYear),
      `${one(documents.aSecond)} per second, ${one(documents.atPeak)} at peak`,
    ],
    ['rows', size(rows.afterYears), `${size(rows.aYear)} per year; ${size(rows.standing)} kept for days`],
    [
      'PDFs',
      size(files.afterYears),
      `${size(files.aYear)} per year, ${need.filesElsewhere ? 'in an object store (FILES_URL)' : 'in PostgreSQL'}`,
    ],
    ['WAL of PostgreSQL', `${size(plan.log)} per day`, 'to a replica, an archive'],
    [
      'processors at peak, half idle',
      one(processors.server + processors.postgres + processors.printers),
      `server ${one(processors.server)}, PostgreSQL ${one(processors.postgres)}, printers ${one(processors.printers)}`,
    ],
    ['step', plan.step, `machines with ${machine.processors} processors and ${size(machine.diskBytes)}`],
    [
      'processes of the service',
      whole(plan.processes),
      machines.service > 0 ? `on ${machines.service} machine(s)` : 'beside PostgreSQL',
    ],
    [
      'connections',
      whole(plan.connections),
      `${size(plan.connectionBytes)} of PostgreSQL’s memory at most${plan.step === 'spread' ? ', at each node' : ''}`,
    ],
    ['machines of PostgreSQL', whole(machines.postgres), `${disks} of disk each, 70 % full; plus replicas`],
  ];
}

function print(lines: readonly Line[]): void {
  const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const [what, value, how = ''] of lines)
    console.log(`${what.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${how}`.trimEnd());
  console.log();
}

function size(bytes: number): string {
  const unit = UNITS.find(([least]) => bytes >= least) ?? ([1, 'B'] as const);
  return `${(bytes / unit[0]).toFixed(unit[0] === 1 ? 0 : 1)} ${unit[1]}`;
}
