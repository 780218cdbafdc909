import { Link } from '@tanstack/react-router';
import type { Run } from '../../app/bulk-run.ts';
import { Dialog } from '../../app/components/dialog.tsx';
import { Offline, Problem } from '../../client/problem.ts';
import { useTranslations } from '../../locales/language.ts';
import { MissingEmail } from './bulk-actions.ts';
import type { Listed } from './list-row.ts';

/** The failed documents of a bulk action: name, reason and fix. */
export function BulkFailures({
  run,
  onClose,
  onAgain,
}: {
  run: Run<Listed>;
  onClose: () => void;
  onAgain: () => void;
}) {
  const words = useTranslations('lists');
  const ground = useTranslations('app');
  const { failed, done, of } = run;
  return (
    <Dialog
      title={words.bulk.failedTitle(failed.length, of)}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {ground.close}
          </button>
          <button type="button" className="btn primary" onClick={onAgain}>
            {words.bulk.again(failed.length)}
          </button>
        </>
      }
    >
      <p>{words.bulk.failedSaid(done.length)}</p>
      <ul className="needs">
        {failed.map(({ each, error }) => (
          <li key={each.id}>
            <div>
              <b>{each.number ?? words.draftOf(each.customerName)}</b>
              <Why error={error} />
              {error instanceof MissingEmail ? (
                <Link to="/clients/$id" params={{ id: each.customerId }} className="fix">
                  {words.bulk.openCustomer}
                </Link>
              ) : (
                <Link to="/documents/$id" params={{ id: each.id }} className="fix">
                  {words.bulk.openDocument}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Why({ error }: { error: unknown }) {
  const words = useTranslations('lists').bulk;
  const ground = useTranslations('app');
  if (error instanceof MissingEmail) return <p>{words.noEmail}</p>;
  if (error instanceof Offline) return <p>{words.lost}</p>;
  if (!(error instanceof Problem)) return <p>{ground.failed.said}</p>;
  const lacking = requirementsIn(error);
  return (
    <>
      <p>{error.detail}</p>
      {lacking.length > 0 && (
        <ul className="quiet">
          {lacking.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Unmet requirements of a draft, in the service's words. */
function requirementsIn({ members, faults }: Problem): readonly string[] {
  const requirements = members.finalizeRequirements;
  const lacking = Array.isArray(requirements)
    ? (requirements as { message?: string }[]).flatMap(({ message }) => message ?? [])
    : [];
  return lacking.length > 0 ? lacking : faults.map(({ text }) => text);
}
