import { type FormEvent, useId, useState } from 'react';
import { Dialog } from '../app/components/dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Field } from '../app/components/field.tsx';
import { FormButtons } from '../app/components/form-buttons.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useAction } from '../app/use-action.ts';
import { type Asked, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import type { Webhook, WithSecret } from './webhook.ts';

type EventName = Asked<'create-webhook'>['body']['events'][number];
const ALL: EventName = '*';
const SHOWN = ['url', 'description', 'events'];

/** Creates or edits a webhook. */
export function WebhookForm({
  webhook,
  onClose,
}: {
  webhook: Webhook | undefined;
  onClose: (made?: WithSecret) => void;
}) {
  const form = useId();
  const words = useTranslations('events').hookForm;
  const [given, setGiven] = useState(() => asIs(webhook));
  const [wrong, setWrong] = useState<string>();
  const act = useAction(async () => {
    const body = { ...given, events: [...given.events] };
    if (!webhook) {
      const { url, secret } = await call('create-webhook', { body });
      return onClose(secret === undefined ? undefined : { url, secret });
    }
    await call('update-webhook', { webhookId: webhook.id, body });
    onClose();
    toast(words.saved);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isNone = given.events.length === 0;
    setWrong(isNone ? words.pick : undefined);
    if (!isNone) void act.run();
  };
  return (
    <Dialog
      title={webhook ? words.change : words.make}
      onClose={() => onClose()}
      footer={
        <FormButtons
          form={form}
          cancelLabel={words.abandon}
          submitLabel={webhook ? words.save : words.go}
          isBusy={act.isRunning}
          onClose={() => onClose()}
        />
      }
    >
      <form id={form} onSubmit={submit} noValidate className="fields">
        <Field
          label={words.url}
          hint={words.urlHint}
          type="url"
          inputMode="url"
          placeholder="https://"
          value={given.url}
          onChange={({ target }) => setGiven({ ...given, url: target.value })}
          error={act.problem?.at('url')}
        />
        <Field
          label={words.description}
          value={given.description}
          onChange={({ target }) => setGiven({ ...given, description: target.value })}
          error={act.problem?.at('description')}
        />
        <Events
          chosen={given.events}
          choose={(events) => setGiven({ ...given, events })}
          error={wrong ?? act.problem?.at('events')}
        />
        <ErrorMessage error={act.error} shown={SHOWN} />
      </form>
    </Dialog>
  );
}

const asIs = (webhook: Webhook | undefined) => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: (webhook?.events ?? [ALL]) as readonly EventName[],
});

function Events({
  chosen,
  choose,
  error,
}: {
  chosen: readonly EventName[];
  choose: (events: readonly EventName[]) => void;
  error: string | undefined;
}) {
  const id = useId();
  const words = useTranslations('events').hookForm;
  const isAll = chosen.includes(ALL);
  const { data } = useOperation('list-event-types', { query: {} });
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        {words.which}
      </span>
      <span className="segmented-control own-width">
        <button type="button" aria-pressed={isAll} onClick={() => choose([ALL])}>
          {words.all}
        </button>
        <button type="button" aria-pressed={!isAll} onClick={() => choose([])}>
          {words.some}
        </button>
      </span>
      {!isAll && (
        <div className="picks">
          {data?.docs.map(({ id: type, label }) => (
            <label key={type} className="choice">
              <input
                type="checkbox"
                className="check"
                checked={chosen.includes(type as EventName)}
                onChange={({ target }) =>
                  choose(target.checked ? [...chosen, type as EventName] : chosen.filter((each) => each !== type))
                }
              />
              <span>
                {label}
                <small>{type}</small>
              </span>
            </label>
          ))}
        </div>
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
