import { lifeCycleStatusOf, type StatusReason } from '../../domain/einvoicing/life-cycle.ts';
import type { CdarMessage } from '../../einvoice/cdar/cdar-message.ts';
import { parseInWorker } from '../../parsers/parse-in-worker.ts';
import type { DeliveredStatus } from './record-progress.ts';

/** Characters of a reason that are kept, and reasons and amounts of a status. */
const REASON_MAX = 1_000;
const DETAILS_MAX = 50;
/** Bytes of the reasons of a status as JSON, and characters of a kind of amount. */
const REASONS_BYTES_MAX = 12_000;
const AMOUNT_TYPE_MAX = 20;

const SIREN_DIGITS = 9;

/** A status, and the invoice it is about: its number, and the SIREN of its seller if stated. */
type ReadLifeCycle = { readonly number: string; readonly siren?: string; readonly status: DeliveredStatus };

/**
 * The status in a message of a platform (CDAR) and the document it is about; undefined if it
 * cannot be read.
 */
export async function readLifeCycleMessage(
  bytes: Uint8Array,
  caller: { readonly accountId: string },
): Promise<ReadLifeCycle | undefined> {
  const read = await parseInWorker('lifeCycleMessage', { file: bytes }, caller);
  if ('tooCostly' in read || 'fault' in read) return undefined;
  const code = codeOf(read);
  if (code === undefined) return undefined;
  const details = read.details.slice(0, DETAILS_MAX);
  const reasons = details.flatMap(({ reason, reasonText, note }) => {
    const text = reasonText ?? note;
    if (reason === undefined && text === undefined) return [];
    return [
      {
        ...(reason !== undefined && { code: reason.slice(0, REASON_MAX) }),
        ...(text !== undefined && { text: text.slice(0, REASON_MAX) }),
      },
    ];
  });
  const amounts = details
    .flatMap(({ figures }) => figures)
    .slice(0, DETAILS_MAX)
    .flatMap(({ type, amount, currency = 'EUR', percent }) =>
      amount === undefined
        ? []
        : [
            {
              type: type.slice(0, AMOUNT_TYPE_MAX),
              amount,
              currency: currency.slice(0, 3),
              ...(percent !== undefined && { rate: percent }),
            },
          ],
    );
  const { number, sellerId } = read.invoice;
  return {
    number,
    ...(sellerId && { siren: sellerId.value.slice(0, SIREN_DIGITS) }),
    status: { code, statedAt: read.statusAt, reasons: fitting(reasons), amounts },
  };
}

/** The first reasons that fit: one about a report may list hundreds of faults. */
function fitting(reasons: readonly StatusReason[]): StatusReason[] {
  let left = REASONS_BYTES_MAX;
  return reasons.filter((reason) => {
    left -= Buffer.byteLength(JSON.stringify(reason)) + 1;
    return left >= 0;
  });
}

/** The code of a status: three digits. Codes outside the list are kept as they are. */
const codeOf = ({ condition, status }: CdarMessage): number | undefined => {
  const codes = [status, condition].map(Number).filter((code) => Number.isInteger(code) && code > 0 && code < 1_000);
  return codes.find((code) => lifeCycleStatusOf(code) !== undefined) ?? codes[0];
};
