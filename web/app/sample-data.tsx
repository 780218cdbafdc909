import type { ReactNode } from 'react';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { ErrorMessage } from './components/error-message.tsx';
import { useSampleData } from './open-sample-data.ts';
import { useChooseAccount } from './session/choose-account.ts';
import { currentSession, loadMe, useSession } from './session/session.ts';
import { useAction } from './use-action.ts';

/** Creates a sample account with a year of data and opens it, or opens the existing one. */
export function ExploreSample() {
  const words = useTranslations('app').sample;
  const act = useAction(useSampleData());
  return (
    <div className="sample">
      <button type="button" className="link" aria-busy={act.isRunning} onClick={() => void act.run()}>
        {act.isRunning ? words.making : words.explore}
      </button>
      <p role="status" className="hint">
        {act.isRunning && words.patience}
      </p>
      <ErrorMessage error={act.error} />
    </div>
  );
}

/** Banner above every screen of sample data, with its exit. `children` is the test clock. */
export function SampleStrip({ children }: { children: ReactNode }) {
  const words = useTranslations('app').sample;
  const { me } = useSession();
  const choose = useChooseAccount();
  const act = useAction(async () => {
    await call('remove-sample-data');
    await loadMe();
    const own = currentSession().me?.accounts.find(({ isSample }) => !isSample);
    if (own) choose(own.id, 'live');
  });
  const own = me?.accounts.find(({ isSample }) => !isSample);
  return (
    <section className="test-strip" aria-label={words.label}>
      <span className="full-text">{words.strip}</span>
      {children}
      <button type="button" className="link" aria-busy={act.isRunning} onClick={() => void act.run()}>
        {words.remove}
      </button>
      {own && (
        <button type="button" className="link" onClick={() => choose(own.id, 'live')}>
          {words.back}
        </button>
      )}
      <ErrorMessage error={act.error} />
    </section>
  );
}
