import { useQueryClient } from '@tanstack/react-query';
import { ChoiceSetting, Setting } from '../account/settings/setting-fields.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { useSession } from '../app/session/session.ts';
import { type Answer, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import '../account/settings/settings.css';

type Chart = Answer<'get-chart-of-accounts'>;
type Account = Chart['accounts'][number];
type Chosen = Pick<Account, 'role' | 'number' | 'label'>;

/** When sales are booked, and the account of each role. */
export function ChartOfAccounts() {
  const words = useTranslations('accounting').chart;
  const mayChange = useSession().may('account:admin');
  const queries = useQueryClient();
  const { data, error } = useOperation('get-chart-of-accounts', {});
  const save = async (change: { basis?: Chart['basis']; account?: Chosen }): Promise<void> => {
    if (!data) return;
    await call('update-chart-of-accounts', { body: changed(data, change) }, { mode: 'live' });
    for (const name of ['get-chart-of-accounts', 'get-trial-balance', 'list-ledger-lines'])
      await queries.invalidateQueries({ queryKey: [name] });
  };
  return (
    <details>
      <summary>{words.title}</summary>
      <ErrorMessage error={error} />
      {data && (
        <>
          <p className="quiet small book-intro">{words.intro}</p>
          <ChoiceSetting
            label={words.basis}
            value={data.basis}
            options={(['invoices', 'payments'] as const).map((value) => ({ value, name: words.bases[value] }))}
            disabled={!mayChange}
            save={(basis) => save({ basis })}
          />
          {data.accounts.map((account) => (
            <Setting
              key={account.role}
              label={roleName(account.role, words)}
              value={`${account.number} ${account.label}`}
              disabled={!mayChange}
              {...(account.isChosen && { hint: words.byDefault(`${account.defaultNumber} ${account.defaultLabel}`) })}
              save={(text) => save({ account: chosenFrom(account, text) })}
            />
          ))}
        </>
      )}
    </details>
  );
}

/** The choice after a change: accounts equal to those by default are left out. */
const changed = (
  { basis, accounts }: Chart,
  change: { basis?: Chart['basis']; account?: Chosen },
): { basis: Chart['basis']; accounts: Chosen[] } => ({
  basis: change.basis ?? basis,
  accounts: accounts.flatMap(({ role, number, label, isChosen, defaultNumber, defaultLabel }) => {
    const now = change.account?.role === role ? change.account : { role, number, label };
    if (now !== change.account && !isChosen) return [];
    return now.number === defaultNumber && now.label === defaultLabel ? [] : [now];
  }),
});

/** `7061 Formations` as a number and a label; an empty text is the account by default. */
function chosenFrom({ role, label, defaultNumber, defaultLabel }: Account, text: string): Chosen {
  const [, number, rest] = /^\s*(\S+)\s*(.*?)\s*$/.exec(text) ?? [];
  if (number === undefined) return { role, number: defaultNumber, label: defaultLabel };
  return { role, number, label: rest || label };
}

type ChartWords = ReturnType<typeof useTranslations<'accounting'>>['chart'];

const CODES = /_FR_(\w+)$/;

/** `Prestations de services, 20 %` */
function roleName(role: Account['role'], words: ChartWords): string {
  const code = CODES.exec(role)?.[1];
  const name = words.roles[role.replace(CODES, '') as keyof ChartWords['roles']] ?? role;
  return code === undefined ? name : `${name}, ${words.codes[code as keyof ChartWords['codes']] ?? code}`;
}
