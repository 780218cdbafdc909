import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { isOffer } from '../draft/draft.ts';
import { SettingDialog, Switch } from './setting-dialog.tsx';

const shown = [
  ...(['displayTitle', 'displayFullName', 'displayEmail', 'displayPhoneNumber', 'displayLegalStatus'] as const),
  ...(['displayRequiredMentionsProduct', 'displaySAPAgreement', 'displayMemberOfAnApprovedAssociation'] as const),
  ...(['displayGoodForApproval', 'displayEstimateNumber'] as const),
];

/** Optional parts of the printed document. The setting of the logo is named after the service. */
export function DisplayDialog({ close }: { close: () => void }) {
  const { draft, document, edit } = useEditor();
  const words = useTranslations('editor').display;
  const { display } = draft;
  const offered = shown.filter((name) => name !== 'displayGoodForApproval' || isOffer(document));
  const logo = Object.keys(display).find((name) => /^display[A-Za-z0-9]+Logo$/.test(name));
  const put = (name: string, on: boolean): void => edit(`display ${name}`, { display: { ...display, [name]: on } });
  return (
    <SettingDialog title={words.title} close={close}>
      {offered.map(
        (name) =>
          display[name] !== undefined && (
            <Switch key={name} label={words[name]} isOn={display[name] === true} onChange={(on) => put(name, on)} />
          ),
      )}
      {logo && <Switch label={words.logo} isOn={display[logo] === true} onChange={(on) => put(logo, on)} />}
    </SettingDialog>
  );
}
