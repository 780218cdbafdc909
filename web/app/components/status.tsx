import type { CSSProperties, ReactNode } from 'react';

/** The known states; each has its dot in `status.css`. */
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

/**
 * A state: a word with a dot. `part`, from 0 to 1, turns the dot into a pie chart of the paid
 * share.
 */
export function Status({
  state,
  part,
  children,
}: {
  state: StateName;
  part?: number | undefined;
  children: ReactNode;
}) {
  if (part === undefined)
    return (
      <span className="status" data-s={state}>
        {children}
      </span>
    );
  return (
    <span className="status" data-s={state} data-part="" style={{ '--part': part } as CSSProperties}>
      {children}
    </span>
  );
}
