import { call } from '../client/call.ts';
import { Problem } from '../client/problem.ts';
import { useTranslations } from '../locales/language.ts';
import { toast } from './components/toasts.tsx';
import { useChooseAccount } from './session/choose-account.ts';
import { currentSession, storeSession } from './session/session.ts';

/** Goes to sample data, which are made first where there are none; refused, it throws. */
export function useSampleData(): () => Promise<void> {
  const choose = useChooseAccount();
  return async () => {
    if (!standing()) storeSession(await call('make-sample-data'));
    const sample = standing();
    if (sample) choose(sample.id, 'test');
  };
}

/** The same from a menu, which is gone by then: what happens is said below. */
export function useExplore(): () => void {
  const words = useTranslations('app');
  const go = useSampleData();
  return () => {
    if (!standing()) toast(`${words.sample.making} ${words.sample.patience}`);
    go().catch((error: unknown) => toast(error instanceof Problem ? error.detail : words.failed.title));
  };
}

const standing = () => currentSession().me?.accounts.find(({ isSample }) => isSample);
