import { type FormEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '../../../app/components/dialog.tsx';
import { ErrorMessage } from '../../../app/components/error-message.tsx';
import { Loading } from '../../../app/components/loading.tsx';
import { amountText, money } from '../../../app/formats/money.tsx';
import { centsOf } from '../../../app/formats/parse-number.ts';
import { useAction } from '../../../app/use-action.ts';
import { call } from '../../../client/call.ts';
import { type Language, useLanguage, useTranslations } from '../../../locales/language.ts';
import { type Claim, useRefresh } from '../document-queries.ts';
import { CreditLines, type Wrongs } from './credit-lines.tsx';
import { type CreditDraft, linesToCredit } from './credit-note-lines.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { useOpenDocument } from './open-document.ts';

/** Creates a credit note for the rest of an invoice or part of it: a draft, opened for review. */
export function CreditDialog({ billing, onClose }: { billing: Claim; onClose: () => void }) {
  const words = useTranslations('finalized').credit;
  const form = useId();
  const language = useLanguage();
  const [draft, setDraft] = useState<CreditDraft>();
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [wrongs, setWrongs] = useState<Wrongs>({ lines: [] });
  const look = useAction(async () => {
    const made = await draftOf(billing);
    setTyped(made.lines.map((line) => amountText(line.priceWithoutTaxAfterDiscount, language)));
    setDraft(made);
  });
  const prepare = usePrepared(billing, draft);
  useTakenAway(draft?.id, () => setDraft(undefined));
  const leave = (): void => {
    if (draft) takeAway(draft.id);
    onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = draft ? faultsOf(draft, typed, { words, language }) : { lines: [] };
    setWrongs(found);
    if (!found.whole && found.lines.every((wrong) => !wrong))
      void prepare.run(draft && typed.map((text) => centsOf(text || '0', language) ?? 0));
  };
  return (
    <Dialog
      title={words.title(billing.number ?? '')}
      onClose={leave}
      wide={draft !== undefined}
      footer={
        <DialogButtons form={form} isBusy={prepare.isRunning || look.isRunning} onClose={leave}>
          {words.go}
        </DialogButtons>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="fields">
        {billing.type === 'invoice' && (
          <Choice
            isPart={draft !== undefined || look.isRunning}
            choose={(isPart) => {
              if (isPart && !draft) void look.run();
              if (!isPart && draft) {
                takeAway(draft.id);
                setDraft(undefined);
              }
            }}
          />
        )}
        {look.isRunning && <Loading rows={3} />}
        {draft ? (
          <CreditLines
            billing={billing}
            draft={draft}
            typed={typed}
            errors={wrongs}
            change={(place, text) => setTyped(typed.map((each, at) => (at === place ? text : each)))}
          />
        ) : (
          !look.isRunning && <p>{words.allSaid(money(billing.total.remainingAmountWithTax, billing.currencyCode))}</p>
        )}
        <ErrorMessage error={look.error ?? prepare.error} />
      </form>
    </Dialog>
  );
}

function Choice({ isPart, choose }: { isPart: boolean; choose: (isPart: boolean) => void }) {
  const words = useTranslations('finalized').credit;
  return (
    <div className="field">
      <span className="label" id="credit-what">
        {words.what}
      </span>
      <span className="segmented-control wide-segmented-control" role="group" aria-labelledby="credit-what">
        <button type="button" aria-pressed={!isPart} onClick={() => choose(false)}>
          {words.all}
        </button>
        <button type="button" aria-pressed={isPart} onClick={() => choose(true)}>
          {words.part}
        </button>
      </span>
    </div>
  );
}

const draftOf = (billing: Claim): Promise<CreditDraft> =>
  billing.type === 'invoice'
    ? call('create-asset', { invoiceId: billing.id })
    : call('create-asset-from-advance', { advanceId: billing.id });

/**
 * Deletes the temporary draft used to compute what is left, also when the page is left or reloaded.
 */
const takeAway = (billingId: string): void =>
  void call('delete-billing', { billingId }, { outlivesPage: true }).catch(() => {});

function useTakenAway(billingId: string | undefined, forget: () => void): void {
  useEffect(() => {
    if (billingId === undefined) return undefined;
    const leave = (): void => {
      takeAway(billingId);
      // Browsers may keep the page in the back-forward cache.
      forget();
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  });
}

/** Writes the entered amounts to the draft and opens it. */
function usePrepared(billing: Claim, draft: CreditDraft | undefined) {
  const open = useOpenDocument();
  const refresh = useRefresh();
  return useAction(async (amounts: readonly number[] | undefined) => {
    const made = draft ?? (await draftOf(billing));
    if (amounts)
      await call('update-billing-lines', {
        billingId: made.id,
        body: { lines: linesToCredit(made.lines, amounts), ...(made.discount && { discount: made.discount }) },
      });
    await open(made.id);
    await refresh();
  });
}

function faultsOf(
  draft: CreditDraft,
  typed: readonly string[],
  {
    words,
    language,
  }: { words: { notAnAmount: string; none: string; over: (most: string) => string }; language: Language },
): Wrongs {
  const amounts = typed.map((text) => (text.trim() === '' ? 0 : centsOf(text, language)));
  const lines = draft.lines.map(({ priceWithoutTaxAfterDiscount: most }, place) => {
    const amount = amounts[place];
    if (amount === undefined) return words.notAnAmount;
    const isPast = most < 0 ? amount < most || amount > 0 : amount > most || amount < 0;
    return isPast ? words.over(money(most, draft.currencyCode)) : undefined;
  });
  return { lines, ...(amounts.every((amount) => amount === 0) && { whole: words.none }) };
}
