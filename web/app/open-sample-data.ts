import { call } from '../client/call.ts';
import { Problem } from '../client/problem.ts';
import { useTranslations } from '../locales/language.ts';
import { toast } from './components/toasts.tsx';
import { useChooseAccount } from './session/choose-account.ts';
import { currentSession, storeSession } from './session/session.ts';

/** Opens the sample data and creates it if needed. Throws if it is refused. */
export function useSampleData(): () => Promise<void> {
  const choose = useChooseAccount();
  return async () => {
    if (!standing()) storeSession(await call('make-sample-data'));
    const sample = standing();
    if (sample) choose(sample.id, 'test');
  };
}

/** The same from a menu, which closes meanwhile: progress is shown in a toast. */
export function useExplore(): () => void {
  const words = useTranslations('app');
  const go = useSampleData();
  return () => {
    if (!standing()) toast(`${words.sample.making} ${words.sample.patience}`);
    go().catch((error: unknown) => toast(error instanceof Problem ? error.detail : words.failed.title));
  };
}

const standing = () => currentSession().me?.accounts.find(({ isSample }) => isSample);
