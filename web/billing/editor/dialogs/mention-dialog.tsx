import { parted } from '../../../app/components/select-options.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { Choice, SettingDialog } from './setting-dialog.tsx';

/**
 * The legal mention that explains lines without VAT, or a reduced rate: those the service says fit come first, with the words that are
 * printed below. What does not agree with the lines is told beside.
 */
export function MentionDialog({ close }: { close: () => void }) {
  const { draft, document, vat, edit } = useEditor();
  const words = useTranslations('editor');
  const optionOf = (value: typeof draft.vatMention) => ({ value, text: words.vatMentions[value] });
  const told = vat?.mentions.map(({ vatMention, fits }) => ({ ...optionOf(vatMention), fits }));
  const said = vat?.mentions.find(({ vatMention }) => vatMention === draft.vatMention);
  const lacking = document.finalizeRequirements.find(({ name }) => /VatMention$/.test(name));
  return (
    <SettingDialog title={words.panel.mention} close={close}>
      <Choice
        label={words.panel.mention}
        value={draft.vatMention}
        {...(told ? parted(told, words.mentions.doesNotFit) : { options: [optionOf(draft.vatMention)] })}
        onChange={(vatMention) => edit('vatMention', { vatMention })}
      />
      <p className="small">
        {draft.vatMention === 'not_subject' ? words.mentions.noVatMention : said?.text}
        {said?.translation && ` / ${said.translation}`}
      </p>
      {lacking && (
        <p className="wrong" role="status">
          {lacking.message}
        </p>
      )}
    </SettingDialog>
  );
}
