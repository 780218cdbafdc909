import { useWords } from '../../words/language.ts';
import type { Draft } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { Choice, SettingDialog } from './setting-dialog.tsx';

const mentions = [
  ...(['not_subject', 'vat_not_applicable', 'vat_not_applicable_2', 'vat_exemption', 'vat_article_261c_cgi'] as const),
  ...(['vat_exemption_294_cgi', 'vat_psychologist', 'vat_psychologist_2', 'vat_exemption_eu_sale'] as const),
  ...(['vat_exemption_eu_service', 'vat_reverse_charge', 'vat_reverse_charge_2', 'vat_reverse_charge_3'] as const),
  ...([
    'vat_reverse_charge_4',
    'vat_construction',
    'vat_reduced_rate',
    'vat_reduced_rate_2',
    'second_hand_good',
  ] as const),
  ...(['art_object', 'collection_antique', 'travel_agency'] as const),
] satisfies Draft['vatMention'][];

/** The legal mention that explains lines without VAT, or a reduced rate. What does not agree with the lines is told beside. */
export function MentionDialog({ close }: { close: () => void }) {
  const { draft, document, edit } = useEditor();
  const words = useWords('editor');
  const lacking = document.finalizeRequirements.find(({ name }) => /VatMention$/.test(name));
  return (
    <SettingDialog title={words.panel.mention} close={close}>
      <Choice
        label={words.panel.mention}
        value={draft.vatMention}
        options={mentions.map((value) => ({ value, text: words.vatMentions[value] }))}
        onChange={(vatMention) => edit('vatMention', { vatMention })}
      />
      <p className="small">{words.mentions.vat[draft.vatMention]}</p>
      {lacking && (
        <p className="wrong" role="status">
          {lacking.message}
        </p>
      )}
    </SettingDialog>
  );
}
