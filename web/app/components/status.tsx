import type { CSSProperties, ReactNode } from 'react';

/** The states there are; each has its dot in `style/parts.css`. */
export type StateName =
  | 'draft'
  | 'final'
  | 'sent'
  | 'seen'
  | 'waiting'
  | 'part'
  | 'paid'
  | 'signed'
  | 'ok'
  | 'late'
  | 'expiring'
  | 'retry'
  | 'expired'
  | 'refused'
  | 'canceled'
  | 'revoked'
  | 'failed';

/** A state: a word with a dot. `part` is what was paid of a whole, from 0 to 1: the dot becomes a pie of it. */
export function State({ of, part, children }: { of: StateName; part?: number | undefined; children: ReactNode }) {
  if (part === undefined)
    return (
      <span className="status" data-s={of}>
        {children}
      </span>
    );
  return (
    <span className="status" data-s={of} data-part="" style={{ '--part': part } as CSSProperties}>
      {children}
    </span>
  );
}
