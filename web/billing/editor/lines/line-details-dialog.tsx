import { Field } from '../../../app/components/field.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { Choice, SettingDialog, Switch } from '../dialogs/setting-dialog.tsx';
import type { DraftLine } from '../draft/line.ts';
import type { LineActions } from './line-actions.ts';

const NONE = 'none' as const;
const types = [
  ...(['service_delivery', 'commercial_or_craft_services', 'sale_of_goods'] as const),
  ...(['sale_of_manufactured_goods', 'disbursement'] as const),
] satisfies NonNullable<DraftLine['type']>[];

/** Line details: reference, kind of sale, personal service activity. */
export function LineDetailsDialog({
  line,
  actions,
  close,
}: {
  line: DraftLine;
  actions: LineActions;
  close: () => void;
}) {
  const words = useTranslations('editor').lineDetails;
  const change = (what: string, after: Partial<DraftLine>): void => actions.change(line.key, what, after);
  const activities = Object.keys(words.activities) as (keyof typeof words.activities)[];
  return (
    <SettingDialog title={words.title(line.designation.trim())} close={close}>
      <Field
        label={words.reference}
        autoComplete="off"
        value={line.reference ?? ''}
        onChange={({ target }) => change('reference', { reference: target.value || undefined })}
      />
      <Choice
        label={words.type}
        value={line.type ?? NONE}
        options={[NONE, ...types].map((value) => ({ value, text: words.types[value] }))}
        onChange={(type) => change('type', { type: type === NONE ? undefined : type })}
      />
      <Switch
        label={words.goods}
        isOn={line.goods ?? false}
        onChange={(goods) => change('goods', { goods: goods || undefined })}
      />
      <Choice
        label={words.activity}
        hint={words.activityHint}
        value={line.personalServiceActivity ?? NONE}
        options={[
          { value: NONE, text: words.noActivity },
          ...activities.map((value) => ({ value, text: words.activities[value] })),
        ]}
        onChange={(activity) =>
          change('activity', { personalServiceActivity: activity === NONE ? undefined : activity })
        }
      />
    </SettingDialog>
  );
}
