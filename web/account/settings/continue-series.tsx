import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import type { CompanyPatch } from './company/company-settings.ts';

type Proposal = Answer<'propose-numbering'>;

/**
 * Continues a series after its last number in another program: proposes, then saves. `start` is
 * that number, if an import brought it.
 */
export function ContinueSeries({
  series,
  save,
  start,
}: Pick<CompanyPatch, 'save'> & { series: Proposal['series']; start?: string | undefined }) {
  const words = useTranslations('settings').numbering;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [last, setLast] = useState(start ?? '');
  useEffect(() => {
    if (start !== undefined) field.current?.focus();
  }, [start]);
  const [proposal, setProposal] = useState<Proposal>();
  const propose = useAction(async (typed: string) =>
    setProposal(await call('propose-numbering', { query: { series: series as 'F', last: typed } })),
  );
  const take = useAction(async ({ format, startsAt }: Proposal) => {
    await save({ numbering: { [series]: { format, startsAt } } });
    setProposal(undefined);
    setLast('');
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (last.trim() !== '') void propose.run(last.trim());
  };
  return (
    <form className="set-row" onSubmit={submit} noValidate>
      <label htmlFor={id}>{words.continue.last}</label>
      <div>
        <div className="continue-series">
          <input
            ref={field}
            id={id}
            className="input mono"
            value={last}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => {
              setLast(target.value);
              setProposal(undefined);
            }}
          />
          <button type="submit" className="btn" aria-disabled={propose.isRunning}>
            {words.continue.propose}
          </button>
        </div>
        <p className="hint" id={`${id}-hint`}>
          {words.continue.hint}
        </p>
        <ErrorMessage error={propose.error ?? take.error} />
        <div role="status">{proposal && <Proposed proposal={proposal} />}</div>
        {proposal && (
          <button
            type="button"
            className="btn primary"
            aria-disabled={take.isRunning}
            onClick={() => void take.run(proposal)}
          >
            {words.continue.take}
          </button>
        )}
      </div>
    </form>
  );
}

/** The next number, and what of the last one could not be continued as it was. */
function Proposed({ proposal: { number, changes } }: { proposal: Proposal }) {
  const words = useTranslations('settings').numbering.continue;
  return (
    <>
      <p>
        {words.next} <b className="mono">{number}</b>
      </p>
      {changes.map((change) => (
        <p key={change} className="small quiet">
          {words.changes[change]}
        </p>
      ))}
    </>
  );
}
