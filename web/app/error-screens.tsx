import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isReached } from '../client/connection-state.ts';
import { Offline, Problem } from '../client/problem.ts';
import { useTranslations } from '../locales/language.ts';
import { Page } from './components/page.tsx';

/** Not-found screen. */
export function NotFound() {
  const { notFound } = useTranslations('app');
  return (
    <Page title={notFound.title}>
      <div className="plain">
        <p>{notFound.said}</p>
        <Link to="/" className="btn primary">
          {notFound.home}
        </Link>
      </div>
    </Page>
  );
}

/** Polling interval in milliseconds while the service is unreachable. */
const LOOK_MS = 3_000;

/**
 * Error screen with the details to report. If the service was unreachable, the screen returns once
 * it answers.
 */
export function Failed({ error, reset }: ErrorComponentProps) {
  const words = useTranslations('app');
  const isOffline = error instanceof Offline;
  useEffect(() => {
    if (!isOffline) return undefined;
    const looking = setInterval(() => void reloadWhereReached(), LOOK_MS);
    return () => clearInterval(looking);
  }, [isOffline]);
  if (error instanceof Problem && error.status === 404) return <NotFound />;
  const texts = isOffline ? words.offline : words.failed;
  return (
    <Page title={texts.title}>
      <div className="plain" role="alert">
        <p>{error instanceof Problem ? error.detail : texts.said}</p>
        {!isOffline && <pre>{asText(error)}</pre>}
        <button type="button" className="btn primary" onClick={isOffline ? () => void reloadWhereReached() : reset}>
          {words.retry}
        </button>
      </div>
    </Page>
  );
}

/** Reloads the page, including its styles, but only once the service answers. */
async function reloadWhereReached(): Promise<void> {
  if (await isReached()) location.reload();
}

const asText = (error: unknown): string =>
  error instanceof Problem ? `${error.code} · ${JSON.stringify(error.members.requestId)}` : String(error);
