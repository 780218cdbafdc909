import { useSession } from '../../app/session/session.ts';
import { useTranslations } from '../../locales/language.ts';

/** Why a user may not change the settings (see `mayChangeSettings`), as text. */
export function useReadOnlyReason(): string {
  const words = useTranslations('settings');
  return useSession().account?.isSample ? words.ofSample : words.notYours;
}
