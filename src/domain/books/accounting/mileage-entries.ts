import { civilDayOf } from '../../time/civil-day.ts';
import type { MileageUse } from '../mileage/mileage-use.ts';
import type { MileageLine } from '../mileage/trip.ts';
import { type Booking, type Entry, entryOf, LinesInProgress } from './entry.ts';

/**
 * The entry of a line of the mileage log: travel (6251) owed to the owner (108) of a sole trader,
 * or to the associate (455) of a company. A year that is a log has no entries. There is no VAT: the
 * scale contains no deductible one.
 */
export function entriesOfTrip(
  line: MileageLine & { readonly use: MileageUse },
  { accounts }: Pick<Booking, 'accounts'>,
  zone: string,
): Entry[] {
  const { id, use, amount, on, bookedOn, number, createdAt } = line;
  if (use === 'log') return [];
  const lines = new LinesInProgress(accounts);
  lines.add('mileage', amount);
  lines.add(`mileage_${use}`, -amount);
  return entryOf(
    {
      ...{ journal: 'OD', on: bookedOn, pieceOn: on, validOn: civilDayOf(createdAt, zone), tripId: id },
      ...{ piece: `KM-${bookedOn.slice(0, 4)}-${number}`, label: labelOf(line) },
    },
    lines,
  );
}

const labelOf = ({ origin, destination, purpose, distance, kind }: MileageLine): string =>
  kind === 'revision'
    ? purpose
    : `${kind === 'trip' ? 'Frais kilométriques' : 'Annulation frais kilométriques'} ${origin ?? ''} - ${destination ?? ''}, ${Math.abs(distance)} km`;
