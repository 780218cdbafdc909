import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { useChooseAccount } from '../../app/session/choose-account.ts';
import { visitDemonstration } from '../../app/session/sign-in.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';

/** The way into a public demonstration; renders nothing where there is none. */
export function VisitDemonstration() {
  const words = useTranslations('people').demonstration;
  const choose = useChooseAccount();
  const { data } = useQuery({ queryKey: ['demonstration'], queryFn: () => call('look-at-demonstration') });
  const act = useAction(async () => {
    const { accounts } = await visitDemonstration();
    const [sample] = accounts;
    if (sample) choose(sample.id, 'test');
  });
  if (!data?.isDemonstration) return null;
  return (
    <>
      <button type="button" className="btn big wide" aria-busy={act.isRunning} onClick={() => void act.run()}>
        {act.isRunning ? words.opening : words.visit}
      </button>
      <p role="status" className="hint">
        {act.isRunning ? words.patience : words.rules}
      </p>
      <ErrorMessage error={act.error} />
    </>
  );
}
