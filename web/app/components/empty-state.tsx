import type { ReactNode } from 'react';

/**
 * Empty list: the headers, an example first row in blue, and a first action. `columns` maps each
 * header to its example value.
 */
export function EmptyState({
  columns,
  title,
  description,
  actions,
  children,
}: {
  columns: readonly { readonly head: string; readonly ghost: string; readonly isFigure?: boolean }[];
  title: string;
  description: string;
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
                <th key={head} className={isFigure ? 'numeric' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* Lists filled from elsewhere, such as a bank, have no example row. */}
            <tr className="ghost" hidden={columns.every(({ ghost }) => ghost === '')}>
              {columns.map(({ head, ghost, isFigure }) => (
                <td key={head} className={isFigure ? 'numeric' : undefined}>
                  <span>{ghost}</span>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
      <div className="teach">
        <h2>{title}</h2>
        <p>{description}</p>
        {actions && <div className="empty-actions">{actions}</div>}
        {children}
      </div>
    </>
  );
}
