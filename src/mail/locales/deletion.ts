import type { Locale } from '../../domain/billing/document/locale.ts';
import { withNoBreakSpacesIn } from '../../domain/text/typography.ts';

/** The words of mails about the deletion of an account. */
type DeletionWords = {
  readonly subject: (account: string) => string;
  readonly deletion_requested: (account: string, day: string) => string;
  readonly deletion_canceled: (account: string) => string;
  /** Where the deletion is canceled. */
  readonly remedy: Readonly<Record<'deletion_requested' | 'deletion_canceled', string>>;
};

const fr: DeletionWords = {
  subject: (account) => `Suppression du compte ${account}`,
  deletion_requested: (account, day) =>
    `La suppression du compte ${account} a été demandée. Il sera supprimé le ${day} ; d’ici là, tout fonctionne.`,
  deletion_canceled: (account) => `La suppression du compte ${account} est annulée : rien n’a été supprimé.`,
  remedy: {
    deletion_requested: 'Emportez vos données avant ce jour, ou annulez la suppression :',
    deletion_canceled: 'Si vous n’attendiez pas ce changement, vérifiez les personnes du compte :',
  },
};

const en: DeletionWords = {
  subject: (account) => `Deletion of the account ${account}`,
  deletion_requested: (account, day) =>
    `The deletion of the account ${account} was requested. It will be deleted on ${day}; until then everything works.`,
  deletion_canceled: (account) => `The deletion of the account ${account} was canceled: nothing was deleted.`,
  remedy: {
    deletion_requested: 'Take your data before that day, or cancel the deletion:',
    deletion_canceled: 'If you did not expect this change, check the people of the account:',
  },
};

const de: DeletionWords = {
  subject: (account) => `Löschung des Kontos ${account}`,
  deletion_requested: (account, day) =>
    `Die Löschung des Kontos ${account} wurde beantragt. Es wird am ${day} gelöscht; bis dahin funktioniert alles.`,
  deletion_canceled: (account) => `Die Löschung des Kontos ${account} wurde abgebrochen: nichts wurde gelöscht.`,
  remedy: {
    deletion_requested: 'Sichern Sie Ihre Daten vor diesem Tag, oder brechen Sie die Löschung ab:',
    deletion_canceled: 'Falls Sie diese Änderung nicht erwartet haben, prüfen Sie die Personen des Kontos:',
  },
};

const it: DeletionWords = {
  subject: (account) => `Eliminazione dell’account ${account}`,
  deletion_requested: (account, day) =>
    `È stata richiesta l’eliminazione dell’account ${account}. Sarà eliminato il ${day}; fino ad allora tutto funziona.`,
  deletion_canceled: (account) => `L’eliminazione dell’account ${account} è stata annullata: nulla è stato eliminato.`,
  remedy: {
    deletion_requested: 'Scarichi i suoi dati prima di quel giorno, o annulli l’eliminazione:',
    deletion_canceled: 'Se non si aspettava questo cambiamento, verifichi le persone dell’account:',
  },
};

const nl: DeletionWords = {
  subject: (account) => `Verwijdering van het account ${account}`,
  deletion_requested: (account, day) =>
    `De verwijdering van het account ${account} is aangevraagd. Het wordt verwijderd op ${day}; tot dan werkt alles.`,
  deletion_canceled: (account) => `De verwijdering van het account ${account} is geannuleerd: er is niets verwijderd.`,
  remedy: {
    deletion_requested: 'Neem uw gegevens vóór die dag mee, of annuleer de verwijdering:',
    deletion_canceled: 'Verwachtte u deze wijziging niet, controleer dan de personen van het account:',
  },
};

const pt: DeletionWords = {
  subject: (account) => `Eliminação da conta ${account}`,
  deletion_requested: (account, day) =>
    `Foi pedida a eliminação da conta ${account}. Será eliminada em ${day}; até lá, tudo funciona.`,
  deletion_canceled: (account) => `A eliminação da conta ${account} foi cancelada: nada foi eliminado.`,
  remedy: {
    deletion_requested: 'Guarde os seus dados antes desse dia, ou cancele a eliminação:',
    deletion_canceled: 'Se não esperava esta alteração, verifique as pessoas da conta:',
  },
};

const es: DeletionWords = {
  subject: (account) => `Eliminación de la cuenta ${account}`,
  deletion_requested: (account, day) =>
    `Se ha solicitado la eliminación de la cuenta ${account}. Se eliminará el ${day}; hasta entonces todo funciona.`,
  deletion_canceled: (account) => `La eliminación de la cuenta ${account} se ha cancelado: no se ha eliminado nada.`,
  remedy: {
    deletion_requested: 'Guarde sus datos antes de ese día, o cancele la eliminación:',
    deletion_canceled: 'Si no esperaba este cambio, compruebe las personas de la cuenta:',
  },
};

/** These words in every language an account may have. */
export const deletionWords: Readonly<Record<Locale, DeletionWords>> = {
  fr: withNoBreakSpacesIn(fr),
  en,
  de,
  it,
  nl,
  pt,
  es,
};
