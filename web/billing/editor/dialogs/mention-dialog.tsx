import { parted } from '../../../app/components/select-options.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { Choice, SettingDialog } from './setting-dialog.tsx';

/**
 * Legal VAT notice for lines without VAT or with a reduced rate. Suitable notices come first, with
 * the printed text. A mismatch with the lines is shown next to the choice.
 */
export function MentionDialog({ close }: { close: () => void }) {
  const { draft, document, vat, edit } = useEditor();
  const words = useTranslations('editor');
  const optionOf = (value: typeof draft.vatMention) => ({ value, text: words.vatMentions[value] });
  const offered = vat?.mentions.map(({ vatMention, fits }) => ({ ...optionOf(vatMention), fits }));
  const said = vat?.mentions.find(({ vatMention }) => vatMention === draft.vatMention);
  const lacking = document.finalizeRequirements.find(({ name }) => /VatMention$/.test(name));
  return (
    <SettingDialog title={words.panel.mention} close={close}>
      <Choice
        label={words.panel.mention}
        value={draft.vatMention}
        {...(offered ? parted(offered, words.mentions.doesNotFit) : { options: [optionOf(draft.vatMention)] })}
        onChange={(vatMention) => edit('vatMention', { vatMention })}
      />
      <p className="small">
        {draft.vatMention === 'not_subject' ? words.mentions.noVatMention : said?.text}
        {said?.translation && ` / ${said.translation}`}
      </p>
      {lacking && (
        <p className="field-error" role="status">
          {lacking.message}
        </p>
      )}
    </SettingDialog>
  );
}
