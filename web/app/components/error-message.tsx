import { Offline, Problem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { IconInfoCircle } from '../icons.tsx';

/**
 * Shows why a request was refused and what to do. Errors of members without a field in the form
 * (not in `shown`) are listed, so that none is lost.
 */
export function ErrorMessage({ error, shown = [] }: { error: unknown; shown?: readonly string[] }) {
  const words = useTranslations('app');
  if (!error) return null;
  if (error instanceof Offline) return <Notice title={words.offline.title} description={words.offline.said} />;
  if (!(error instanceof Problem)) return <Notice title={words.failed.title} description={words.failed.said} />;
  // The service's text mentions API keys; a user has a role instead.
  const detail = error.code === 'auth.scope_missing' ? words.notYours : error.detail;
  const others = error.faults.filter(({ property }) => !shown.includes(property));
  // Each error is shown at its field; the general sentence would only announce them.
  if (error.faults.length > 0 && others.length === 0) return null;
  const besides = others.filter(({ text }) => text !== error.detail);
  return (
    <div className="notice warn" role="alert">
      <IconInfoCircle />
      <div>
        <p>{detail}</p>
        {besides.length > 0 && (
          <ul>
            {besides.map(({ property, text }) => (
              <li key={property + text}>{text}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Notice({ title, description }: { title: string; description: string }) {
  return (
    <div className="notice warn" role="alert">
      <IconInfoCircle />
      <p>
        <b>{title}</b>
        <br />
        {description}
      </p>
    </div>
  );
}
