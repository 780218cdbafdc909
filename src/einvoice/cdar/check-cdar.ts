import { CDAR_GUIDELINE } from './cdar.ts';
import type { CdarMessage, CdarParty } from './cdar-message.ts';
import {
  figureTypes,
  isStatusCode,
  lifeCycleProcesses,
  partyRoles,
  requestedActions,
  statusReasons,
  statusRow,
} from './status-code.ts';

/** A fatal rule BR-FR-CDV 1.4.0 that a status violates. */
export type CdarProblem = { readonly rule: string; readonly term: string };

/** MDT-91 (BR-FR-04). */
const INVOICE_TYPES = new Set('380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503'.split(' '));
/** MDT-88 by phase (BR-FR-CDV-CL-05). */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  305: ['10', '51', '43', '8', '48'],
  23: ['45', '39', '37', '50', '49', '47', '46', '1', '5'],
};
/** The number of Chorus Pro in scheme 0238: public buyers have more reasons to refuse. */
const CHORUS_PRO = '9999';

/** The fatal rules that a status violates; empty if it may be sent. */
export function cdarProblems(message: CdarMessage): CdarProblem[] {
  return [...envelopeProblems(message), ...invoiceProblems(message), ...detailProblems(message)].map(
    ([rule, term]) => ({ rule, term }),
  );
}

type Found = [rule: string, term: string];
const unless = (holds: boolean, ...found: Found): Found[] => (holds ? [] : [found]);
const isIn = (list: readonly string[], value: string): boolean => list.includes(value);

function envelopeProblems({ id, guideline, process, phase, senderRole, issuer, recipients }: CdarMessage): Found[] {
  const inPhase23 = partyRoles.filter((role) => role !== 'DFH');
  const reached = ({ role, address }: CdarParty) => role === 'WK' || role === 'DFH' || address !== undefined;
  return [
    ...unless(id !== '', 'BR-FR-CDV-03', 'MDT-4'),
    ...unless(guideline === undefined || guideline === CDAR_GUIDELINE, 'BR-FR-CDV-02', 'MDT-3'),
    ...unless(isIn(lifeCycleProcesses, process), 'BR-FR-CDV-CL-01', 'MDT-2'),
    ...unless(phase === '23' || phase === '305', 'BR-FR-CDV-09', 'MDT-77'),
    ...unless(phase === '305' ? senderRole === 'WK' : isIn(inPhase23, senderRole), 'BR-FR-CDV-CL-02', 'MDT-21'),
    ...unless(
      phase === '305' ? issuer.role === 'WK' : issuer.role !== 'WK' && isIn(inPhase23, issuer.role),
      'BR-FR-CDV-CL-03',
      'MDT-40',
    ),
    ...unless(phase === '305' || issuer.id !== undefined, 'BR-FR-CDV-07', 'MDT-38'),
    ...unless(
      recipients.length > 0 && recipients.every(({ role }) => isIn(partyRoles, role)),
      'BR-FR-CDV-CL-04',
      'MDT-59',
    ),
    ...unless(recipients.every(reached), 'BR-FR-CDV-08', 'MDT-73'),
  ];
}

function invoiceProblems({ invoice, phase, status, condition }: CdarMessage): Found[] {
  const isUnreadable = status === '501';
  const conditions = CONDITIONS[phase];
  return [
    ...unless(invoice.type === undefined || INVOICE_TYPES.has(invoice.type), 'BR-FR-04', 'MDT-91'),
    ...unless(isUnreadable || invoice.issuedOn !== undefined, 'BR-FR-CDV-11', 'MDG-35'),
    ...unless(isUnreadable || invoice.sellerId !== undefined, 'BR-FR-CDV-13', 'MDT-129'),
    ...unless(!condition || !conditions || isIn(conditions, condition), 'BR-FR-CDV-CL-05', 'MDT-88'),
  ];
}

function detailProblems(message: CdarMessage): Found[] {
  const { status, details } = message;
  const row = isStatusCode(status) ? statusRow(status) : undefined;
  const reasons = details.flatMap(({ reason }) => (reason === undefined ? [] : [reason]));
  const figures = details.flatMap(({ figures: all }) => all);
  const received = figures.filter(({ type }) => type === 'MEN');
  const isComplete = received.every(({ amount, percent }) => amount !== undefined && percent !== undefined);
  const isPublic = status === '210' && message.senderId?.value === CHORUS_PRO;
  const allowed = row?.reasons && !isPublic ? new Set(row.reasons) : statusReasons;
  return [
    ...unless(status !== '212' || (received.length > 0 && isComplete), 'BR-FR-CDV-14', 'MDT-207'),
    ...unless(!row?.needsReason || reasons.length > 0, 'BR-FR-CDV-15', 'MDT-113'),
    ...unless(
      details.every(({ sequence }) => sequence !== undefined),
      'BR-FR-CDV-16',
      'MDT-124-2',
    ),
    ...unless(
      reasons.every((reason) => allowed.has(reason)),
      'BR-FR-CDV-CL-09',
      'MDT-113',
    ),
    ...unless(
      details.every(({ action }) => action === undefined || isIn(requestedActions, action)),
      'BR-FR-CDV-CL-10',
      'MDT-121',
    ),
    ...unless(
      figures.every(({ type }) => isIn(figureTypes, type)),
      'BR-FR-CDV-CL-11',
      'MDT-207',
    ),
  ];
}
