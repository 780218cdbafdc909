import { money } from '../../../app/formats/money.tsx';
import { aboveZero, parseAmount, parseShare } from '../../../app/formats/parse-number.ts';
import { IconPlus, IconX } from '../../../app/icons.tsx';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { isOffer } from '../draft/draft.ts';
import { formatCents, formatQuantity } from '../fields/format-numbers.ts';
import { InlineNumber, InlineSelect, InlineText } from '../fields/inline-field.tsx';
import { updateUnreadable, withoutUnreadable } from '../fields/unreadable-input.ts';
import { SettingDialog } from './setting-dialog.tsx';

/** The planned advances of an estimate. The service computes their total. */
export function AdvancesDialog({ close }: { close: () => void }) {
  const { draft, document, state, edit } = useEditor();
  const words = useTranslations('editor');
  const language = useLanguage();
  const planned = draft.plannedAdvances ?? [];
  const put = (plannedAdvances: typeof planned, unread = draft.unread): void =>
    edit('plannedAdvances', { plannedAdvances, unread });
  const refused = state.refused['update-estimate-advance-lines'];
  return (
    <SettingDialog title={words.panel.advances} close={close}>
      <ul className="planned">
        {planned.map((advance, at) => (
          // Advances have no id: their index identifies them.
          <li key={`${at + 1}`}>
            <Planned
              number={at + 1}
              advance={advance}
              unread={draft.unread[`planned ${at}`]}
              onChange={(after, text) =>
                put(
                  planned.map((each, place) => (place === at ? after : each)),
                  updateUnreadable(draft.unread, `planned ${at}`, text),
                )
              }
            />
            <button
              type="button"
              className="btn quiet square"
              aria-label={words.planned.remove(at + 1)}
              onClick={() =>
                put(
                  planned.filter((_, place) => place !== at),
                  withoutUnreadable(draft.unread, 'planned', at),
                )
              }
            >
              <IconX />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="link-btn"
        onClick={() => put([...planned, { value: 30, mode: 'PERCENTAGE', paymentCondition: 'SIGNATURE' }])}
      >
        <IconPlus /> {words.planned.add}
      </button>
      {refused && (
        <p className="field-error" role="alert">
          {refused.problem.message}
        </p>
      )}
      {/* A newly added advance is not in the total yet. */}
      {isOffer(document) && document.advanceEstimateLines.advances.length === planned.length && planned.length > 0 && (
        <p className="quiet" aria-live="polite">
          {words.planned.total(
            money(document.advanceEstimateLines.totals.totalAmountWithTax, document.currencyCode, language),
          )}
        </p>
      )}
    </SettingDialog>
  );
}

type Item = NonNullable<ReturnType<typeof useEditor>['draft']['plannedAdvances']>[number];

function Planned({
  number,
  advance,
  unread,
  onChange,
}: {
  number: number;
  advance: Item;
  unread: string | undefined;
  onChange: (after: Item, unread: string | undefined) => void;
}) {
  const words = useTranslations('editor');
  const language = useLanguage();
  const isAmount = advance.mode === 'AMOUNT';
  return (
    <>
      <InlineNumber
        className="numeric short"
        label={words.planned.value(number)}
        errorText={isAmount ? words.priceFault : words.percentageFault}
        value={advance.value}
        unread={unread}
        parse={aboveZero(isAmount ? parseAmount : parseShare)}
        format={(value) => (isAmount ? formatCents(value, language) : formatQuantity(value, language))}
        onChange={(value, text) => onChange({ ...advance, value: value ?? advance.value }, text)}
      />
      <InlineSelect
        className="fit"
        label={words.planned.mode(number)}
        value={advance.mode}
        options={[
          { value: 'PERCENTAGE', text: words.percent },
          { value: 'AMOUNT', text: words.advance.withTax },
        ]}
        onChange={(mode) => onChange({ ...advance, mode, value: mode === 'AMOUNT' ? 100_00 : 30 }, undefined)}
      />
      <InlineSelect
        className="fit"
        label={words.planned.when(number)}
        value={advance.paymentCondition ?? 'SIGNATURE'}
        options={(['SIGNATURE', 'ORDER', 'OTHER'] as const).map((value) => ({ value, text: words.planned[value] }))}
        onChange={(paymentCondition) => onChange({ ...advance, paymentCondition }, unread)}
      />
      {advance.paymentCondition === 'OTHER' && (
        <InlineText
          label={words.planned.custom(number)}
          placeholder={words.planned.customHint}
          isMissing={!advance.customPaymentCondition?.trim()}
          value={advance.customPaymentCondition ?? ''}
          onChange={(said) => onChange({ ...advance, customPaymentCondition: said === '' ? null : said }, unread)}
        />
      )}
    </>
  );
}
