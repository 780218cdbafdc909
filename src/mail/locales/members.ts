import type { Locale } from '../../domain/billing/document/locale.ts';
import type { MemberNotice } from '../../domain/people/access-notice.ts';
import type { Role } from '../../domain/people/role.ts';
import { withNoBreakSpacesIn } from '../../domain/text/typography.ts';

/** The words of mails about the people of an account. */
type MemberWords = Readonly<Record<MemberNotice, (person: string, account: string) => string>> & {
  readonly subject: (account: string) => string;
  readonly role: (role: string) => string;
  readonly roles: Readonly<Record<Role, string>>;
  readonly by: (person: string) => string;
  readonly remedy: string;
};

const fr: MemberWords = {
  subject: (account) => `Personnes du compte ${account}`,
  person_joined: (person, account) => `${person} a rejoint le compte ${account}.`,
  role_changed: (person, account) => `Le rôle de ${person} dans le compte ${account} a changé.`,
  person_left: (person, account) => `${person} n’est plus dans le compte ${account}.`,
  role: (role) => `Rôle : ${role}`,
  roles: { owner: 'propriétaire', member: 'membre', accountant: 'comptable' },
  by: (person) => `Fait par ${person}.`,
  remedy: 'Si vous n’attendiez pas ce changement, vérifiez les personnes du compte :',
};

const en: MemberWords = {
  subject: (account) => `People of the account ${account}`,
  person_joined: (person, account) => `${person} joined the account ${account}.`,
  role_changed: (person, account) => `The role of ${person} in the account ${account} was changed.`,
  person_left: (person, account) => `${person} is no longer in the account ${account}.`,
  role: (role) => `Role: ${role}`,
  roles: { owner: 'owner', member: 'member', accountant: 'accountant' },
  by: (person) => `Done by ${person}.`,
  remedy: 'If you did not expect this change, check the people of the account:',
};

const de: MemberWords = {
  subject: (account) => `Personen im Konto ${account}`,
  person_joined: (person, account) => `${person} ist dem Konto ${account} beigetreten.`,
  role_changed: (person, account) => `Die Rolle von ${person} im Konto ${account} wurde geändert.`,
  person_left: (person, account) => `${person} gehört nicht mehr zum Konto ${account}.`,
  role: (role) => `Rolle: ${role}`,
  roles: { owner: 'Inhaber', member: 'Mitglied', accountant: 'Buchhaltung' },
  by: (person) => `Durch ${person}.`,
  remedy: 'Falls Sie diese Änderung nicht erwartet haben, prüfen Sie die Personen des Kontos:',
};

const it: MemberWords = {
  subject: (account) => `Persone dell’account ${account}`,
  person_joined: (person, account) => `${person} è entrato nell’account ${account}.`,
  role_changed: (person, account) => `Il ruolo di ${person} nell’account ${account} è cambiato.`,
  person_left: (person, account) => `${person} non fa più parte dell’account ${account}.`,
  role: (role) => `Ruolo: ${role}`,
  roles: { owner: 'proprietario', member: 'membro', accountant: 'commercialista' },
  by: (person) => `Fatto da ${person}.`,
  remedy: 'Se non si aspettava questo cambiamento, verifichi le persone dell’account:',
};

const nl: MemberWords = {
  subject: (account) => `Personen in het account ${account}`,
  person_joined: (person, account) => `${person} is lid geworden van het account ${account}.`,
  role_changed: (person, account) => `De rol van ${person} in het account ${account} is gewijzigd.`,
  person_left: (person, account) => `${person} hoort niet meer bij het account ${account}.`,
  role: (role) => `Rol: ${role}`,
  roles: { owner: 'eigenaar', member: 'lid', accountant: 'boekhouder' },
  by: (person) => `Gedaan door ${person}.`,
  remedy: 'Verwachtte u deze wijziging niet, controleer dan de personen van het account:',
};

const pt: MemberWords = {
  subject: (account) => `Pessoas da conta ${account}`,
  person_joined: (person, account) => `${person} entrou na conta ${account}.`,
  role_changed: (person, account) => `A função de ${person} na conta ${account} foi alterada.`,
  person_left: (person, account) => `${person} já não faz parte da conta ${account}.`,
  role: (role) => `Função: ${role}`,
  roles: { owner: 'proprietário', member: 'membro', accountant: 'contabilista' },
  by: (person) => `Feito por ${person}.`,
  remedy: 'Se não esperava esta alteração, verifique as pessoas da conta:',
};

const es: MemberWords = {
  subject: (account) => `Personas de la cuenta ${account}`,
  person_joined: (person, account) => `${person} se ha unido a la cuenta ${account}.`,
  role_changed: (person, account) => `El rol de ${person} en la cuenta ${account} ha cambiado.`,
  person_left: (person, account) => `${person} ya no forma parte de la cuenta ${account}.`,
  role: (role) => `Rol: ${role}`,
  roles: { owner: 'propietario', member: 'miembro', accountant: 'contable' },
  by: (person) => `Hecho por ${person}.`,
  remedy: 'Si no esperaba este cambio, compruebe las personas de la cuenta:',
};

/** These words in every language an account may have. */
export const memberWords: Readonly<Record<Locale, MemberWords>> = {
  fr: withNoBreakSpacesIn(fr),
  en,
  de,
  it,
  nl,
  pt,
  es,
};
