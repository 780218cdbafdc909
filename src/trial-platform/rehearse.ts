import type { ProcessingRule } from '../domain/einvoicing/platform-connection.ts';
import type { RehearsedFault } from '../domain/einvoicing/rehearsed.ts';
import { slices } from '../limits/time-slices.ts';
import type { TrialCompany } from './companies.ts';
import { depositFlow } from './deposit.ts';
import { advance } from './life-cycle.ts';
import { memoryTrialStore } from './memory-store.ts';
import { type Deposit, readDeposit } from './read-deposit.ts';
import type { InvoiceFacts } from './read-invoice.ts';
import type { AckDetail, TrialFlow, TrialState } from './store.ts';
import { openWork, type Work } from './work.ts';

/**
 * An invoice to rehearse: its XML (CII), and the statuses its seller states once it has arrived
 * (CDAR). `id` is the caller's.
 */
export type RehearsedFile = {
  readonly id: string;
  readonly name: string;
  readonly xml: Uint8Array;
  readonly processingRule: ProcessingRule;
  readonly statuses: readonly Uint8Array[];
};

/** Seconds until the life cycle of an invoice is over, for a buyer who answers nothing. */
const OVER_SECONDS = 3_600;
/** Statuses after which a buyer does not have the invoice. */
const ENDING_STATUSES: ReadonlySet<string> = new Set(['213', '221', '501']);

/**
 * Hands invoices of one seller to a trial platform of their own, lets their life cycle pass, and
 * hands over the statuses of those that arrived. Returns the faults by ID: of invoices that do not
 * arrive, and of statuses that are not accepted. The buyers are those of the invoices, at the
 * addresses that are on them.
 */
export async function rehearseDeposits(
  seller: { readonly siren: string; readonly name: string },
  files: readonly RehearsedFile[],
  { now, newId }: { readonly now: number; readonly newId: () => string },
): Promise<ReadonlyMap<string, readonly RehearsedFault[]>> {
  const turn = slices();
  const read: { readonly file: RehearsedFile; readonly deposit: Deposit }[] = [];
  for (const file of files) {
    read.push({ file, deposit: await readDeposit(file.xml, 'CII') });
    await turn();
  }
  const companies = [
    { ...NO_BUYER, ...seller },
    ...buyersOf(
      read.map(({ deposit }) => deposit),
      seller.siren,
    ),
  ];
  return memoryTrialStore().change(async (state) => {
    const work = await openWork(state, { now, newId, companies, faults: {} });
    const flowIds = new Map<string, string>();
    for (const { file, deposit } of read) {
      const info = { name: file.name, flowSyntax: 'CII', processingRule: file.processingRule } as const;
      const flow = await depositFlow(work, seller.siren, { info, file: file.xml, deposit });
      flowIds.set(file.id, flow.flowId);
      await turn();
    }
    const over = await openWork(state, { now: now + OVER_SECONDS, newId, companies, faults: {} });
    while (await state.nextDue(over.now)) await advance(over);
    const faults = await faultsOf(state, flowIds);
    const arrived = files.filter(({ id }) => !faults.has(id));
    return new Map([...faults, ...(await rehearseStatuses(over, seller.siren, arrived))]);
  });
}

/** Hands over the statuses of invoices that arrived. The faults of those that are not accepted. */
async function rehearseStatuses(
  work: Work,
  siren: string,
  files: readonly RehearsedFile[],
): Promise<ReadonlyMap<string, readonly RehearsedFault[]>> {
  const turn = slices();
  const faults = new Map<string, readonly RehearsedFault[]>();
  for (const { id, statuses } of files) {
    for (const file of statuses) {
      const info = { name: 'statut.xml', flowSyntax: 'CDAR' } as const;
      const flow = await depositFlow(work, siren, { info, file, deposit: await readDeposit(file, 'CDAR') });
      const details = flow.pending.flatMap((step) => (step.do === 'acknowledge' ? (step.details ?? []) : []));
      const found = faultsOfDetails(details);
      if (found.length > 0) faults.set(id, [...(faults.get(id) ?? []), ...found]);
      await turn();
    }
  }
  return faults;
}

const NO_BUYER = {
  ...{ entityType: 'PrivateVatRegistered', establishments: [], behaviour: { action: 'wait' } },
} as const satisfies Partial<TrialCompany>;

/** The buyers of invoices, each with the addresses that the invoices name. */
function buyersOf(deposits: readonly Deposit[], sellerSiren: string): TrialCompany[] {
  const invoices = deposits.flatMap((deposit) => ('invoice' in deposit ? [deposit.invoice] : []));
  const bySiren = Map.groupBy(invoices, ({ buyer }) => addressOf(buyer).slice(0, SIREN_LENGTH));
  bySiren.delete('');
  bySiren.delete(sellerSiren);
  return [...bySiren].map(([siren, of]) => ({
    ...NO_BUYER,
    ...{ siren, name: of[0]?.buyer.name ?? siren },
    suffixes: [...new Set(of.map(({ buyer }) => addressOf(buyer).slice(SIREN_LENGTH + 1)))].filter(Boolean),
  }));
}

const SIREN_LENGTH = 9;
const addressOf = ({ address, siren = '' }: InvoiceFacts['buyer']): string =>
  address?.scheme === '0225' ? address.value : siren;

async function faultsOf(
  state: TrialState,
  flowIds: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly RehearsedFault[]>> {
  const found = new Map<string, readonly RehearsedFault[]>();
  for (const [id, flowId] of flowIds) {
    const flow = await state.flow(flowId);
    const faults = flow ? faultsOfFlow(flow) : [];
    if (faults.length > 0) found.set(id, faults);
  }
  return found;
}

const faultsOfDetails = (details: readonly AckDetail[]): RehearsedFault[] =>
  details
    .filter(({ level }) => level === 'Error')
    .map(({ reasonCode, reasonMessage }) => ({ code: reasonCode, text: reasonMessage }));

function faultsOfFlow({ ack, statuses = [] }: TrialFlow): RehearsedFault[] {
  return [
    ...faultsOfDetails(ack.details ?? []),
    ...statuses
      .filter(({ status }) => ENDING_STATUSES.has(status))
      .map(({ status, reason }) => ({ code: reason ?? status })),
  ];
}
