import { Offline, Problem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { IconInfoCircle } from '../icons.tsx';

/**
 * Why something was refused and what to do, in the service's own words. What is wrong with members that have no field of their own in the
 * form (`shown`) is listed too, so that nothing is lost.
 */
export function Refusal({ error, shown = [] }: { error: unknown; shown?: readonly string[] }) {
  const words = useTranslations('app');
  if (!error) return null;
  if (error instanceof Offline) return <Notice title={words.offline.title} said={words.offline.said} />;
  if (!(error instanceof Problem)) return <Notice title={words.failed.title} said={words.failed.said} />;
  // The service speaks to programs of their keys; somebody who reads this has a role.
  const detail = error.code === 'auth.scope_missing' ? words.notYours : error.detail;
  const others = error.faults.filter(({ property }) => !shown.includes(property));
  // Each fault is said at its field: the sentence above them would only say that there are some.
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

function Notice({ title, said }: { title: string; said: string }) {
  return (
    <div className="notice warn" role="alert">
      <IconInfoCircle />
      <p>
        <b>{title}</b>
        <br />
        {said}
      </p>
    </div>
  );
}
