import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SecretOnce } from '../account/integrations/secret-once.tsx';
import { Block } from '../account/integrations/titled-block.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { MoreMenu } from '../app/components/more-menu.tsx';
import { Status } from '../app/components/status.tsx';
import { toast } from '../app/components/toasts.tsx';
import { shortDay } from '../app/formats/dates.tsx';
import { IconPlus } from '../app/icons.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import type { Webhook, WithSecret } from './webhook.ts';
import { Attempts } from './webhook-deliveries.tsx';
import { RemoveWebhook, RotateWebhook } from './webhook-dialogs.tsx';
import { WebhookForm } from './webhook-form.tsx';

type Asked =
  | { readonly what: 'form'; readonly webhook?: Webhook }
  | { readonly what: 'rotate' | 'remove'; readonly webhook: Webhook };

/** The webhooks, with their last deliveries. */
export function Webhooks() {
  const words = useTranslations('events');
  const mayWrite = useSession().may('events:write');
  const queries = useQueryClient();
  const [asked, ask] = useState<Asked>();
  const [made, setMade] = useState<WithSecret>();
  const { data, error } = useOperation('list-webhooks', { query: { limit: 100 } });
  const close = (shown?: WithSecret): void => {
    ask(undefined);
    if (shown) setMade(shown);
    void queries.invalidateQueries({ queryKey: ['list-webhooks'] });
  };
  return (
    <Block
      title={words.hooks.title}
      action={
        mayWrite && (
          <button type="button" className="btn" onClick={() => ask({ what: 'form' })}>
            <IconPlus /> {words.hooks.new}
          </button>
        )
      }
    >
      {made && (
        <SecretOnce
          key={made.secret}
          title={words.secret.ready(made.url)}
          description={words.secret.once}
          copy={words.secret.copy}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      )}
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={2} />}
      {data?.docs.length === 0 && <p className="quiet description">{words.hooks.said}</p>}
      {data?.docs.map((webhook) => (
        <Hook key={webhook.id} webhook={webhook} mayWrite={mayWrite} ask={ask} />
      ))}
      {asked?.what === 'form' && <WebhookForm webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'rotate' && <RotateWebhook webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'remove' && <RemoveWebhook webhook={asked.webhook} onClose={close} />}
    </Block>
  );
}

function Hook({ webhook, mayWrite, ask }: { webhook: Webhook; mayWrite: boolean; ask: (asked: Asked) => void }) {
  const words = useTranslations('events').hooks;
  const [isOpen, open] = useState(false);
  const people = useOperation('list-people', {}).data?.people;
  const maker = people?.find(({ id }) => id === webhook.madeBy)?.name;
  const isAll = webhook.events.includes('*') || webhook.events.includes('all');
  return (
    <div className="hook">
      <div className="line">
        <span className="mono">{webhook.url}</span>
        <HookState webhook={webhook} />
        <span className="push quiet small">{isAll ? words.all : words.events(webhook.events.length)}</span>
        <button type="button" className="btn quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          {isOpen ? words.hideAttempts : words.showAttempts}
        </button>
        {mayWrite && <HookMenu webhook={webhook} ask={ask} onTested={() => open(true)} />}
      </div>
      {(webhook.description || maker) && (
        <p className="small quiet">{[webhook.description, maker && words.madeBy(maker)].filter(Boolean).join(' · ')}</p>
      )}
      {isOpen && <Attempts webhookId={webhook.id} mayWrite={mayWrite} />}
    </div>
  );
}

function HookState({ webhook: { isActivated, disabledReason, failingSince } }: { webhook: Webhook }) {
  const words = useTranslations('events').hooks;
  if (disabledReason) return <Status state="failed">{words.disabled[disabledReason]}</Status>;
  if (!isActivated) return <Status state="canceled">{words.off}</Status>;
  if (failingSince !== null) return <Status state="retry">{words.failing(shortDay(failingSince))}</Status>;
  return <Status state="ok">{words.on}</Status>;
}

function HookMenu({ webhook, ask, onTested }: { webhook: Webhook; ask: (asked: Asked) => void; onTested: () => void }) {
  const words = useTranslations('events').hooks;
  const queries = useQueryClient();
  const test = useAction(async () => {
    await call('test-webhook', { webhookId: webhook.id });
    onTested();
    toast(words.tested);
    await queries.invalidateQueries({ queryKey: ['list-webhook-attempts'] });
  });
  const cut = useAction(async () => {
    await call('update-webhook', { webhookId: webhook.id, body: { isActivated: !webhook.isActivated } });
    await queries.invalidateQueries({ queryKey: ['list-webhooks'] });
  });
  return (
    <>
      <MoreMenu
        label={words.more(webhook.url)}
        actions={[
          { name: words.test, run: () => void test.run() },
          { name: words.edit, run: () => ask({ what: 'form', webhook }) },
          { name: webhook.isActivated ? words.cut : words.resume, run: () => void cut.run() },
          { name: words.rotate, run: () => ask({ what: 'rotate', webhook }) },
          { name: words.remove, run: () => ask({ what: 'remove', webhook }), isDangerous: true },
        ]}
      />
      <ErrorMessage error={test.error ?? cut.error} />
    </>
  );
}
