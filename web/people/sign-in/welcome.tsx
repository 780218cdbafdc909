import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Setup } from '../../account/setup/setup.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { loadMe, useSession } from '../../app/session/session.ts';
import { useTranslations } from '../../locales/language.ts';
import { Screen as Join } from './accept-invitation.tsx';
import { takeLinkSecret } from './link-secret.ts';
import { Outside } from './signed-out-page.tsx';

/** First run: its link creates the owner; a signed-in user continues with the setup. */
export function Screen() {
  const words = useTranslations('people').join;
  const [secret] = useState(takeLinkSecret);
  const { me } = useSession();
  const asked = useQuery({
    queryKey: ['person'],
    queryFn: async () => (await loadMe()) ?? null,
    enabled: secret === '' && !me,
  });
  if (me) return <Setup />;
  if (secret === '' && asked.isPending)
    return (
      <Outside title={words.first}>
        <Loading rows={4} />
      </Outside>
    );
  return <Join />;
}
