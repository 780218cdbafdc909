import type { ReactNode } from 'react';

/**
 * A list that has nothing yet: the head it will have, a first row in the blue of what can be written, and what to do. `columns` are its
 * heads with what the first row would say.
 */
export function Empty({
  columns,
  title,
  said,
  actions,
  children,
}: {
  columns: readonly { readonly head: string; readonly ghost: string; readonly isFigure?: boolean }[];
  title: string;
  said: string;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <div className="blank" aria-hidden="true">
        <table className="list">
          <thead>
            <tr>
              {columns.map(({ head, isFigure }) => (
                <th key={head} className={isFigure ? 'num' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* What others make, such as a bank, has no first row to write. */}
            <tr className="ghost" hidden={columns.every(({ ghost }) => ghost === '')}>
              {columns.map(({ head, ghost, isFigure }) => (
                <td key={head} className={isFigure ? 'num' : undefined}>
                  <span>{ghost}</span>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <div className="teach">
        <h2>{title}</h2>
        <p>{said}</p>
        {actions && <div className="acts">{actions}</div>}
        {children}
      </div>
    </>
  );
}
