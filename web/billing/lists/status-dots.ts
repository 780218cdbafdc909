import type { StateName } from '../../app/components/status.tsx';
import type { Listed } from './list-row.ts';

/** The dot of each state. */
export const dots: Readonly<Record<Listed['situation'], StateName>> = {
  draft: 'draft',
  late: 'late',
  expiring: 'expiring',
  part: 'part',
  final: 'final',
  sent: 'sent',
  paid: 'paid',
  waiting: 'waiting',
  expired: 'expired',
  signed: 'signed',
  refused: 'refused',
  canceled: 'canceled',
  credited: 'canceled',
  refunded: 'ok',
};
