import { setTimeout as wait } from 'node:timers/promises';
import { INVOICE, postmasterOf, type Stage } from '../bench-environment.ts';
import { openConnection, requestText } from '../load/connection.ts';
import type { Options } from '../options.ts';
import { allOf, memoryOfTree, type TreeMemory } from '../process/process-memory.ts';
import type { Finding } from '../report.ts';

const CLIENTS = 32;
const SAMPLE_MS = 1_000;
/** Delay between the last response and the check of released memory. */
const AFTERWARDS_MS = 60_000;
const BUSY_MOST_MB = 350;
const AFTERWARDS_MOST_MB = 150;
/** Delay before a client retries when asked to. */
const COME_BACK_MS = 200;
const COME_BACK = [429, 503];

/**
 * Memory of all processes while invoices are created, finalized, read, rendered and listed, and a
 * minute later.
 */
export async function measureMemory(stage: Stage, { invoices }: Options): Promise<Finding[]> {
  const look = (): TreeMemory => memoryOfTree(stage.service.processId, postmasterOf(stage));
  let most = look();
  const watching = setInterval(() => {
    const now = look();
    if (allOf(now) > allOf(most)) most = now;
  }, SAMPLE_MS);
  await Promise.all(clientsOf(stage, invoices)).finally(() => clearInterval(watching));
  await wait(AFTERWARDS_MS);
  const afterwards = look();
  return [
    {
      what: `memory of all processes, ${invoices} invoices`,
      value: allOf(most),
      unit: 'MB',
      target: { most: BUSY_MOST_MB },
      how: told(most),
    },
    {
      what: '  a minute afterwards',
      value: allOf(afterwards),
      unit: 'MB',
      target: { most: AFTERWARDS_MOST_MB },
      how: told(afterwards),
    },
  ];
}

const told = ({ server, printers, postgres, processes }: TreeMemory): string =>
  `server ${server.toFixed(0)}, printers ${printers.toFixed(0)}, PostgreSQL ${postgres.toFixed(0)}, ${processes} processes`;

/**
 * Clients that share the invoices: for each they create, finalize, read and render it, and list a
 * page, every tenth a large one.
 */
function clientsOf({ service, account, customerId }: Stage, invoices: number): Promise<void>[] {
  let at = 0;
  return Array.from({ length: CLIENTS }, async () => {
    const connection = await openConnection(service.port, service.ca);
    const ask = async (method: string, path: string, body?: object): Promise<Buffer> => {
      const text = requestText(service.port, { method, path, key: account.key, body: body && JSON.stringify(body) });
      for (;;) {
        const reply = await connection.ask(text);
        if (reply.status < 300) return reply.body;
        if (!COME_BACK.includes(reply.status))
          throw new Error(`${method} ${path}: ${reply.status} ${reply.body.toString()}`);
        await wait(COME_BACK_MS);
      }
    };
    while (at++ < invoices) {
      const made = await ask('POST', `/v2/billing/invoice/${customerId}`, INVOICE);
      const path = `/v2/billing/${JSON.parse(made.toString()).id}`;
      await ask('PATCH', `${path}/finalize`);
      await ask('GET', path);
      await ask('GET', `${path}/download`);
      await ask('GET', `/v2/billings?page=${1 + (at % 25)}&limit=${at % 10 === 0 ? 100 : 20}`);
    }
    connection.close();
  });
}
