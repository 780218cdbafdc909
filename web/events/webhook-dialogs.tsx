import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useAction } from '../app/use-action.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import type { Webhook, WithSecret } from './webhook.ts';

type OfWebhook = { readonly webhook: Webhook; readonly onClose: (made?: WithSecret) => void };

export function RemoveWebhook({ webhook, onClose }: OfWebhook) {
  const words = useTranslations('events').removeHook;
  const act = useAction(async () => {
    await call('delete-webhook', { webhookId: webhook.id });
    onClose();
    toast(words.done);
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.said(webhook.url)}
      cancelLabel={words.keep}
      submitLabel={words.go}
      action={act}
      onClose={() => onClose()}
      isDangerous
    />
  );
}

export function RotateWebhook({ webhook, onClose }: OfWebhook) {
  const words = useTranslations('events').rotateHook;
  const act = useAction(async () => onClose(await call('rotate-webhook-secret', { webhookId: webhook.id })));
  return (
    <ConfirmDialog
      title={words.title}
      description={words.said}
      cancelLabel={words.keep}
      submitLabel={words.go}
      action={act}
      onClose={() => onClose()}
    />
  );
}
