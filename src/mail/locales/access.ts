import type { Locale } from '../../domain/billing/document/locale.ts';
import type { OwnAccessNotice } from '../../domain/people/access-notice.ts';
import { withNoBreakSpacesIn } from '../../domain/text/typography.ts';

/** The subject, and what happened, in one sentence. */
type Said = { readonly subject: string; readonly said: string };
/** The words of mails about a person's own access and about API keys. */
type AccessWords = Readonly<Record<OwnAccessNotice, Said>> & {
  readonly named: (name: string) => string;
  readonly from: (moment: string, network: string) => string;
  readonly remedy: string;
  readonly keyMade: {
    readonly subject: (account: string) => string;
    readonly said: (name: string, account: string) => string;
    readonly by: (person: string) => string;
    readonly remedy: string;
  };
};

const fr: AccessWords = {
  passkey_added: { subject: 'Nouvelle clé d’accès', said: 'Une clé d’accès a été ajoutée à votre accès.' },
  passkey_removed: { subject: 'Clé d’accès retirée', said: 'Une clé d’accès a été retirée de votre accès.' },
  second_factor_on: { subject: 'Second facteur activé', said: 'Le second facteur de votre accès a été activé.' },
  second_factor_off: {
    subject: 'Second facteur désactivé',
    said: 'Le second facteur de votre accès a été désactivé : le mot de passe seul suffit désormais.',
  },
  recovery_codes_renewed: {
    subject: 'Nouveaux codes de secours',
    said: 'De nouveaux codes de secours ont été créés ; les précédents ne servent plus.',
  },
  password_changed: { subject: 'Mot de passe changé', said: 'Votre mot de passe a été changé.' },
  password_reset: {
    subject: 'Mot de passe réinitialisé',
    said: 'Un nouveau mot de passe a été choisi par le lien d’un e-mail. À la prochaine connexion, vérifiez vos clés d’accès, vos clés d’API et vos sessions.',
  },
  codes_guessed: {
    subject: 'Quelqu’un essaie d’entrer avec votre mot de passe',
    said: 'Plusieurs codes faux ont été donnés avec votre bon mot de passe. Quelqu’un d’autre le connaît peut-être.',
  },
  codes_stopped: {
    subject: 'Connexion par code arrêtée',
    said: 'Trop de codes faux ont été donnés avec votre bon mot de passe : plus aucun code n’est accepté avec lui. Choisissez un nouveau mot de passe.',
  },
  named: (name) => `Nom : ${name}`,
  from: (moment, network) => `${moment}, depuis ${network}.`,
  remedy: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe :',
  keyMade: {
    subject: (account) => `Nouvelle clé d’API : ${account}`,
    said: (name, account) => `La clé d’API « ${name} » a été créée dans le compte ${account}.`,
    by: (person) => `Créée par ${person}.`,
    remedy: 'Si vous ne la connaissez pas, révoquez-la dans les réglages :',
  },
};

const en: AccessWords = {
  passkey_added: { subject: 'New passkey', said: 'A passkey was added to your access.' },
  passkey_removed: { subject: 'Passkey removed', said: 'A passkey was removed from your access.' },
  second_factor_on: { subject: 'Second factor on', said: 'The second factor of your access was switched on.' },
  second_factor_off: {
    subject: 'Second factor off',
    said: 'The second factor of your access was switched off: the password alone is now enough.',
  },
  recovery_codes_renewed: {
    subject: 'New recovery codes',
    said: 'New recovery codes were made; the previous ones no longer work.',
  },
  password_changed: { subject: 'Password changed', said: 'Your password was changed.' },
  password_reset: {
    subject: 'Password reset',
    said: 'A new password was chosen by the link of an email. At the next sign-in, review your passkeys, API keys and sessions.',
  },
  codes_guessed: {
    subject: 'Someone is trying to get in with your password',
    said: 'Several wrong codes were given with your right password. Someone else may know it.',
  },
  codes_stopped: {
    subject: 'Sign-in by code stopped',
    said: 'Too many wrong codes were given with your right password: no code is accepted with it any more. Choose a new password.',
  },
  named: (name) => `Name: ${name}`,
  from: (moment, network) => `${moment}, from ${network}.`,
  remedy: 'If it was not you, choose a new password at once:',
  keyMade: {
    subject: (account) => `New API key: ${account}`,
    said: (name, account) => `The API key "${name}" was made in the account ${account}.`,
    by: (person) => `Made by ${person}.`,
    remedy: 'If you do not know it, revoke it in the settings:',
  },
};

const de: AccessWords = {
  passkey_added: { subject: 'Neuer Passkey', said: 'Ihrem Zugang wurde ein Passkey hinzugefügt.' },
  passkey_removed: { subject: 'Passkey entfernt', said: 'Ein Passkey wurde aus Ihrem Zugang entfernt.' },
  second_factor_on: {
    subject: 'Zweiter Faktor eingeschaltet',
    said: 'Der zweite Faktor Ihres Zugangs wurde eingeschaltet.',
  },
  second_factor_off: {
    subject: 'Zweiter Faktor ausgeschaltet',
    said: 'Der zweite Faktor Ihres Zugangs wurde ausgeschaltet: Das Passwort allein genügt nun.',
  },
  recovery_codes_renewed: {
    subject: 'Neue Wiederherstellungscodes',
    said: 'Neue Wiederherstellungscodes wurden erstellt; die bisherigen gelten nicht mehr.',
  },
  password_changed: { subject: 'Passwort geändert', said: 'Ihr Passwort wurde geändert.' },
  password_reset: {
    subject: 'Passwort zurückgesetzt',
    said: 'Über den Link einer E-Mail wurde ein neues Passwort gewählt. Prüfen Sie bei der nächsten Anmeldung Ihre Passkeys, API-Schlüssel und Sitzungen.',
  },
  codes_guessed: {
    subject: 'Jemand versucht, sich mit Ihrem Passwort anzumelden',
    said: 'Mit Ihrem richtigen Passwort wurden mehrere falsche Codes eingegeben. Vielleicht kennt es jemand anderes.',
  },
  codes_stopped: {
    subject: 'Anmeldung mit Code gestoppt',
    said: 'Mit Ihrem richtigen Passwort wurden zu viele falsche Codes eingegeben: Es wird damit kein Code mehr angenommen. Wählen Sie ein neues Passwort.',
  },
  named: (name) => `Name: ${name}`,
  from: (moment, network) => `${moment}, von ${network}.`,
  remedy: 'Falls Sie das nicht waren, wählen Sie sofort ein neues Passwort:',
  keyMade: {
    subject: (account) => `Neuer API-Schlüssel: ${account}`,
    said: (name, account) => `Der API-Schlüssel „${name}“ wurde im Konto ${account} erstellt.`,
    by: (person) => `Erstellt von ${person}.`,
    remedy: 'Falls Sie ihn nicht kennen, widerrufen Sie ihn in den Einstellungen:',
  },
};

const it: AccessWords = {
  passkey_added: { subject: 'Nuova passkey', said: 'Una passkey è stata aggiunta al suo accesso.' },
  passkey_removed: { subject: 'Passkey rimossa', said: 'Una passkey è stata rimossa dal suo accesso.' },
  second_factor_on: {
    subject: 'Secondo fattore attivato',
    said: 'Il secondo fattore del suo accesso è stato attivato.',
  },
  second_factor_off: {
    subject: 'Secondo fattore disattivato',
    said: 'Il secondo fattore del suo accesso è stato disattivato: ora basta la password.',
  },
  recovery_codes_renewed: {
    subject: 'Nuovi codici di recupero',
    said: 'Sono stati creati nuovi codici di recupero; i precedenti non valgono più.',
  },
  password_changed: { subject: 'Password cambiata', said: 'La sua password è stata cambiata.' },
  password_reset: {
    subject: 'Password reimpostata',
    said: 'Una nuova password è stata scelta con il link di un’e-mail. Al prossimo accesso, verifichi le sue passkey, chiavi API e sessioni.',
  },
  codes_guessed: {
    subject: 'Qualcuno prova a entrare con la sua password',
    said: 'Più codici errati sono stati inseriti con la sua password corretta. Forse qualcun altro la conosce.',
  },
  codes_stopped: {
    subject: 'Accesso con codice bloccato',
    said: 'Troppi codici errati sono stati inseriti con la sua password corretta: nessun codice è più accettato con essa. Scelga una nuova password.',
  },
  named: (name) => `Nome: ${name}`,
  from: (moment, network) => `${moment}, da ${network}.`,
  remedy: 'Se non è stato lei, scelga subito una nuova password:',
  keyMade: {
    subject: (account) => `Nuova chiave API: ${account}`,
    said: (name, account) => `La chiave API «${name}» è stata creata nell’account ${account}.`,
    by: (person) => `Creata da ${person}.`,
    remedy: 'Se non la conosce, la revochi nelle impostazioni:',
  },
};

const nl: AccessWords = {
  passkey_added: { subject: 'Nieuwe toegangssleutel', said: 'Er is een toegangssleutel aan uw toegang toegevoegd.' },
  passkey_removed: {
    subject: 'Toegangssleutel verwijderd',
    said: 'Er is een toegangssleutel van uw toegang verwijderd.',
  },
  second_factor_on: {
    subject: 'Tweede factor ingeschakeld',
    said: 'De tweede factor van uw toegang is ingeschakeld.',
  },
  second_factor_off: {
    subject: 'Tweede factor uitgeschakeld',
    said: 'De tweede factor van uw toegang is uitgeschakeld: het wachtwoord alleen volstaat nu.',
  },
  recovery_codes_renewed: {
    subject: 'Nieuwe herstelcodes',
    said: 'Er zijn nieuwe herstelcodes gemaakt; de vorige werken niet meer.',
  },
  password_changed: { subject: 'Wachtwoord gewijzigd', said: 'Uw wachtwoord is gewijzigd.' },
  password_reset: {
    subject: 'Wachtwoord opnieuw ingesteld',
    said: 'Via de link in een e-mail is een nieuw wachtwoord gekozen. Controleer bij de volgende aanmelding uw toegangssleutels, API-sleutels en sessies.',
  },
  codes_guessed: {
    subject: 'Iemand probeert met uw wachtwoord binnen te komen',
    said: 'Met uw juiste wachtwoord zijn meerdere foute codes ingevoerd. Misschien kent iemand anders het.',
  },
  codes_stopped: {
    subject: 'Aanmelden met code gestopt',
    said: 'Met uw juiste wachtwoord zijn te veel foute codes ingevoerd: daarmee wordt geen code meer aanvaard. Kies een nieuw wachtwoord.',
  },
  named: (name) => `Naam: ${name}`,
  from: (moment, network) => `${moment}, vanaf ${network}.`,
  remedy: 'Was u dat niet, kies dan meteen een nieuw wachtwoord:',
  keyMade: {
    subject: (account) => `Nieuwe API-sleutel: ${account}`,
    said: (name, account) => `De API-sleutel ‘${name}’ is gemaakt in het account ${account}.`,
    by: (person) => `Gemaakt door ${person}.`,
    remedy: 'Kent u hem niet, trek hem dan in bij de instellingen:',
  },
};

const pt: AccessWords = {
  passkey_added: { subject: 'Nova chave de acesso', said: 'Foi adicionada uma chave de acesso ao seu acesso.' },
  passkey_removed: { subject: 'Chave de acesso removida', said: 'Foi removida uma chave de acesso do seu acesso.' },
  second_factor_on: { subject: 'Segundo fator ativado', said: 'O segundo fator do seu acesso foi ativado.' },
  second_factor_off: {
    subject: 'Segundo fator desativado',
    said: 'O segundo fator do seu acesso foi desativado: a palavra-passe basta agora.',
  },
  recovery_codes_renewed: {
    subject: 'Novos códigos de recuperação',
    said: 'Foram criados novos códigos de recuperação; os anteriores já não servem.',
  },
  password_changed: { subject: 'Palavra-passe alterada', said: 'A sua palavra-passe foi alterada.' },
  password_reset: {
    subject: 'Palavra-passe reposta',
    said: 'Foi escolhida uma nova palavra-passe pela ligação de um e-mail. No próximo início de sessão, verifique as suas chaves de acesso, chaves de API e sessões.',
  },
  codes_guessed: {
    subject: 'Alguém tenta entrar com a sua palavra-passe',
    said: 'Foram dados vários códigos errados com a sua palavra-passe certa. Talvez outra pessoa a conheça.',
  },
  codes_stopped: {
    subject: 'Início de sessão por código bloqueado',
    said: 'Foram dados demasiados códigos errados com a sua palavra-passe certa: nenhum código é aceite com ela. Escolha uma nova palavra-passe.',
  },
  named: (name) => `Nome: ${name}`,
  from: (moment, network) => `${moment}, a partir de ${network}.`,
  remedy: 'Se não foi você, escolha já uma nova palavra-passe:',
  keyMade: {
    subject: (account) => `Nova chave de API: ${account}`,
    said: (name, account) => `A chave de API «${name}» foi criada na conta ${account}.`,
    by: (person) => `Criada por ${person}.`,
    remedy: 'Se não a conhece, revogue-a nas definições:',
  },
};

const es: AccessWords = {
  passkey_added: { subject: 'Nueva clave de acceso', said: 'Se ha añadido una clave de acceso a su acceso.' },
  passkey_removed: { subject: 'Clave de acceso eliminada', said: 'Se ha eliminado una clave de acceso de su acceso.' },
  second_factor_on: { subject: 'Segundo factor activado', said: 'Se ha activado el segundo factor de su acceso.' },
  second_factor_off: {
    subject: 'Segundo factor desactivado',
    said: 'Se ha desactivado el segundo factor de su acceso: ahora basta la contraseña.',
  },
  recovery_codes_renewed: {
    subject: 'Nuevos códigos de recuperación',
    said: 'Se han creado nuevos códigos de recuperación; los anteriores ya no sirven.',
  },
  password_changed: { subject: 'Contraseña cambiada', said: 'Se ha cambiado su contraseña.' },
  password_reset: {
    subject: 'Contraseña restablecida',
    said: 'Se ha elegido una nueva contraseña con el enlace de un correo. En el próximo inicio de sesión, revise sus claves de acceso, claves de API y sesiones.',
  },
  codes_guessed: {
    subject: 'Alguien intenta entrar con su contraseña',
    said: 'Se han dado varios códigos erróneos con su contraseña correcta. Quizá otra persona la conozca.',
  },
  codes_stopped: {
    subject: 'Inicio de sesión con código detenido',
    said: 'Se han dado demasiados códigos erróneos con su contraseña correcta: ya no se acepta ningún código con ella. Elija una nueva contraseña.',
  },
  named: (name) => `Nombre: ${name}`,
  from: (moment, network) => `${moment}, desde ${network}.`,
  remedy: 'Si no ha sido usted, elija enseguida una nueva contraseña:',
  keyMade: {
    subject: (account) => `Nueva clave de API: ${account}`,
    said: (name, account) => `Se ha creado la clave de API «${name}» en la cuenta ${account}.`,
    by: (person) => `Creada por ${person}.`,
    remedy: 'Si no la conoce, revóquela en los ajustes:',
  },
};

/** These words in every language an account may have. */
export const accessWords: Readonly<Record<Locale, AccessWords>> = {
  fr: withNoBreakSpacesIn(fr),
  en,
  de,
  it,
  nl,
  pt,
  es,
};
