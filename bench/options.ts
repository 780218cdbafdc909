import { parseArgs } from 'node:util';

export const measurementNames = [
  'finalize',
  'following',
  'create',
  'get',
  'list',
  'products',
  'search',
  'webhooks',
  'series',
  'print',
  'memory',
  'million',
  'start',
] as const;
export type MeasurementName = (typeof measurementNames)[number];

export type Options = {
  /**
   * What to measure. `start` (installs a clone), `memory`, `series` and `million` take minutes and
   * only run if named.
   */
  only: readonly MeasurementName[];
  /** Approximate seconds of a round. */
  seconds: number;
  rounds: number;
  json: boolean;
  /** Documents of the listed account. */
  documents: number;
  /** Products of the listed and searched catalogue. */
  products: number;
  /** Invoices created, read, rendered and listed while memory is measured. */
  invoices: number;
  /** Documents of the large service, 100 per account, compared with 1,000. */
  million: number;
  /** Recurring invoices due in the same second. */
  series: number;
  /** Extra Node flags for the server, such as --cpu-prof. */
  nodeFlags: readonly string[];
};

const USAGE = `npm run bench -- [--only finalize,following,create,get,list,products,search,webhooks,series,print,memory,million,start] [--seconds 5] [--rounds 3] [--documents 100000] [--products 1000000] [--invoices 10000] [--series 10000] [--million 1000000] [--node-flags="--cpu-prof"] [--json]`;

/** Parses the command line; prints the usage if it is invalid. */
export function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', default: 'finalize,following,create,get,list,products,search,webhooks,print' },
        seconds: { type: 'string', default: '5' },
        rounds: { type: 'string', default: '3' },
        documents: { type: 'string', default: '100000' },
        products: { type: 'string', default: '1000000' },
        invoices: { type: 'string', default: '10000' },
        series: { type: 'string', default: '10000' },
        million: { type: 'string', default: '1000000' },
        'node-flags': { type: 'string', default: '' },
        json: { type: 'boolean', default: false },
      },
    });
    const only = values.only
      .split(',')
      .map((name) => measurementNames.find((known) => known === name) ?? unknown(name));
    const nodeFlags = values['node-flags'].split(' ').filter(Boolean);
    const [seconds, rounds] = [positive(values.seconds), positive(values.rounds)];
    const [documents, products] = [positive(values.documents), positive(values.products)];
    const [invoices, series, million] = [values.invoices, values.series, values.million].map(positive) as [
      number,
      number,
      number,
    ];
    return { only, seconds, rounds, documents, products, invoices, series, million, json: values.json, nodeFlags };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

function unknown(name: string): never {
  throw new Error(`there is no measurement "${name}"`);
}

function positive(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new Error(`"${text}" is not a number above zero`);
  return number;
}
