import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Status } from '../app/components/status.tsx';
import { toast } from '../app/components/toasts.tsx';
import { longDay, Moment, timeOf } from '../app/formats/dates.tsx';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';

type Attempt = Answer<'list-webhook-attempts'>['docs'][number];

const SHOWN = 20;
/** Polling interval in milliseconds while deliveries are in progress. */
const LOOK_AGAIN_MS = 3_000;

/** The last deliveries of a webhook, each with a replay button. */
export function Attempts({ webhookId, mayWrite }: { webhookId: string; mayWrite: boolean }) {
  const words = useTranslations('events').hooks;
  const { data, error } = useQuery({
    queryKey: ['list-webhook-attempts', webhookId],
    queryFn: () => call('list-webhook-attempts', { webhookId, query: { limit: SHOWN } }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  if (error) return <ErrorMessage error={error} />;
  if (!data) return <Loading rows={3} />;
  if (data.docs.length === 0) return <p className="quiet small">{words.noAttempt}</p>;
  return (
    <div className="attempts">
      <table className="list">
        <caption className="screen-reader-only">{words.attempts}</caption>
        <tbody>
          {data.docs.map((attempt) => (
            <tr key={`${attempt.eventId}-${attempt.n}-${attempt.at}`}>
              <td className="nowrap quiet second-line-start">
                <Moment when={attempt.at} />
              </td>
              <td className="first-line-start">
                <code>{attempt.type}</code>
              </td>
              <td className="numeric first-line-end">{attempt.status ?? words.noAnswer}</td>
              <td className="numeric quiet">{words.took(attempt.latencyMs)}</td>
              <td className="second-line-end">
                <AttemptState attempt={attempt} />
              </td>
              <td className="nowrap again">{mayWrite && <Replay webhookId={webhookId} attempt={attempt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AttemptState({ attempt: { state, n, nextAttemptAt } }: { attempt: Attempt }) {
  const words = useTranslations('events').hooks;
  if (state === 'delivered') return <Status state="ok">{words.received}</Status>;
  if (state === 'given_up') return <Status state="failed">{words.givenUp}</Status>;
  const text =
    nextAttemptAt === null ? words.trying(n) : words.waiting(n, `${longDay(nextAttemptAt)}, ${timeOf(nextAttemptAt)}`);
  return <Status state="retry">{text}</Status>;
}

function Replay({ webhookId, attempt }: { webhookId: string; attempt: Attempt }) {
  const words = useTranslations('events').hooks;
  const queries = useQueryClient();
  const act = useAction(async () => {
    await call('replay-webhook', { webhookId, body: { eventId: attempt.eventId } });
    toast(words.replayed);
    await queries.invalidateQueries({ queryKey: ['list-webhook-attempts', webhookId] });
  });
  return (
    <>
      <button
        type="button"
        className="btn text"
        aria-label={words.replayNamed(attempt.type, timeOf(attempt.at))}
        aria-disabled={act.isRunning}
        onClick={() => void act.run()}
      >
        {words.replay}
      </button>
      <ErrorMessage error={act.error} />
    </>
  );
}
