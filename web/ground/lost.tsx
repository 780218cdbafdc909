import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Offline, Problem } from '../client/problem.ts';
import { useWords } from '../words/language.ts';
import { Page } from './parts/page.tsx';

/** There is nothing at this address. */
export function NotFound() {
  const { notFound } = useWords('ground');
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

/** A screen could not be drawn: what the service said, or what broke, to pass on. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const words = useWords('ground');
  if (error instanceof Problem && error.status === 404) return <NotFound />;
  const told = error instanceof Offline ? words.offline : words.failed;
  return (
    <Page title={told.title}>
      <div className="plain" role="alert">
        <p>{error instanceof Problem ? error.detail : told.said}</p>
        {!(error instanceof Offline) && <pre>{asText(error)}</pre>}
        <button type="button" className="btn primary" onClick={reset}>
          {words.retry}
        </button>
      </div>
    </Page>
  );
}

const asText = (error: unknown): string =>
  error instanceof Problem ? `${error.code} · ${JSON.stringify(error.members.requestId)}` : String(error);
