/** A WAL position and its timeline. */
export type WalLocation = { readonly lsn: bigint; readonly timeline: number };

/** Size of a WAL segment, PostgreSQL's default. */
export const SEGMENT_BYTES = 16n * 1024n ** 2n;

/** Parses `0/2000060` to bytes. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Formats bytes as `0/2000060`. */
export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`;

/** Name of the WAL file that contains a position, such as `000000010000000000000002`. */
export function segmentName({ lsn, timeline }: WalLocation): string {
  const segment = lsn / SEGMENT_BYTES;
  const perFile = 0x1_0000_0000n / SEGMENT_BYTES;
  return [BigInt(timeline), segment / perFile, segment % perFile]
    .map((part) => part.toString(16).padStart(8, '0').toUpperCase())
    .join('');
}

/** Timeline of a WAL file. */
export const timelineOf = (segment: string): number => Number.parseInt(segment.slice(0, 8), 16);
