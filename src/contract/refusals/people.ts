import { PASSWORD_MAX } from '../../domain/people/password-rule.ts';
import type { PeopleRefusal } from '../../domain/people/refusal.ts';
import type { WeakPassword } from '../../domain/people/weak-password.ts';
import type { InTwoLanguages } from '../in-two-languages.ts';
import { notFound } from './not-found.ts';
import type { Rows } from './told.ts';

/** Who signs in, and who is let into an account. */
export const peopleRefusals: Rows<PeopleRefusal> = {
  sign_in_refused: {
    code: 'person.sign_in_refused',
    status: 401,
    title: { fr: 'Adresse ou mot de passe inexact', en: 'Address or password not right' },
    remedy: {
      fr: 'Vérifiez les deux. Mot de passe oublié : demandez un lien pour le changer.',
      en: 'Check both. Password forgotten: ask for a link to change it.',
    },
  },
  sign_in_slowed: {
    code: 'person.sign_in_slowed',
    status: 429,
    title: { fr: 'Trop d’essais de connexion', en: 'Too many attempts to sign in' },
    detail: ({ retryAfter }) => ({
      fr: `Le prochain essai sera examiné dans ${retryAfter} s.`,
      en: `The next attempt is looked at in ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Attendez ce délai. Un navigateur déjà connu de vous n’attend pas les essais des autres.',
      en: 'Wait so long. A browser you have signed in with before does not wait for what others try.',
    },
    members: ({ retryAfter }) => ({ retryAfter }),
  },
  password_weak: {
    code: 'person.password_weak',
    status: 400,
    title: { fr: 'Mot de passe trop facile à deviner', en: 'Password too easy to guess' },
    detail: ({ reason, least }) => weaknesses(least)[reason],
    remedy: {
      fr: `Plusieurs mots sans rapport entre eux conviennent, jusqu’à ${PASSWORD_MAX} caractères.`,
      en: `Several words that have nothing to do with each other will do, up to ${PASSWORD_MAX} characters.`,
    },
    pointer: ({ member = 'password' }) => `/${member}`,
    members: ({ reason, least }) => ({ reason, least }),
  },
  link_not_found: {
    code: 'invitation.not_found',
    status: 404,
    title: { fr: 'Lien inutilisable', en: 'Link of no use' },
    detail: () => ({
      fr: 'Ce lien n’existe pas, a déjà servi, a été retiré ou a expiré.',
      en: 'This link does not exist, has been used, was taken back or has expired.',
    }),
    remedy: {
      fr: 'Demandez-en un autre à la personne qui vous l’a envoyé ; pour la première personne d’un compte : npx facturier person link.',
      en: 'Ask whoever sent it for another; for the first person of an account: npx facturier person link.',
    },
  },
  joiner_incomplete: {
    code: 'person.incomplete',
    status: 400,
    title: { fr: 'Il manque de quoi vous inscrire', en: 'Something is missing to enrol you' },
    detail: ({ member }) => ({ fr: `Il manque « ${member} ».`, en: `"${member}" is missing.` }),
    remedy: {
      fr: 'Une personne nouvelle donne son nom et un mot de passe ; la première d’un compte, son adresse aussi.',
      en: 'Somebody new gives a name and a password; the first person of an account, an address too.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  email_taken: {
    code: 'person.email_taken',
    status: 409,
    title: { fr: 'Adresse déjà connue', en: 'Address known already' },
    detail: () => ({
      fr: 'Quelqu’un se connecte déjà avec cette adresse.',
      en: 'Somebody signs in with this address already.',
    }),
    remedy: {
      fr: 'Connectez-vous avec elle, puis ouvrez le lien de nouveau ; ou donnez-en une autre.',
      en: 'Sign in with it and open the link again; or give another.',
    },
    pointer: () => '/email',
  },
  address_not_confirmable: {
    code: 'person.address_not_confirmable',
    status: 409,
    title: { fr: 'Adresse impossible à confirmer', en: 'Address that cannot be confirmed' },
    detail: () => ({
      fr: 'Le lien qui confirme une adresse est envoyé par un compte, et vous n’êtes membre d’aucun.',
      en: 'The link that confirms an address is sent by an account, and you are a member of none.',
    }),
    remedy: {
      fr: 'Gardez cette adresse, ou faites-vous inviter avec l’autre.',
      en: 'Keep this address, or have yourself invited with the other.',
    },
    pointer: () => '/email',
  },
  link_of_another: {
    code: 'invitation.of_another',
    status: 403,
    title: { fr: 'Invitation d’une autre adresse', en: 'Invitation of another address' },
    detail: () => ({
      fr: 'Cette invitation est pour une autre adresse que celle avec laquelle vous êtes connecté.',
      en: 'This invitation is for another address than the one you are signed in with.',
    }),
    remedy: {
      fr: 'Déconnectez-vous, puis ouvrez le lien de nouveau.',
      en: 'Sign out, and open the link again.',
    },
  },
  person_not_found: notFound('person', 'Personne introuvable', 'Person not found'),
  invitation_not_found: notFound('invitation_id', 'Invitation introuvable', 'Invitation not found'),
  session_not_found: notFound('session', 'Session introuvable', 'Session not found'),
  last_owner: {
    code: 'person.last_owner',
    status: 409,
    title: { fr: 'Dernier propriétaire du compte', en: 'Last owner of the account' },
    remedy: {
      fr: 'Donnez d’abord le rôle de propriétaire à une autre personne.',
      en: 'Make somebody else an owner first.',
    },
  },
  key_manages_nobody: {
    code: 'person.key_manages_nobody',
    status: 403,
    title: { fr: 'Une clé d’API n’invite et n’écarte personne', en: 'An API key lets nobody in or out' },
    remedy: {
      fr: 'Faites-le connecté, dans les réglages : une clé qui expire pourrait sinon laisser un accès qui n’expire pas.',
      en: 'Do it signed in, in the settings: else a key that ends could leave behind what does not.',
    },
  },
  makes_no_webhooks: {
    code: 'person.makes_no_webhooks',
    status: 409,
    title: { fr: 'Cette personne ne peut pas reprendre de webhooks', en: 'This person cannot take over webhooks' },
    detail: () => ({
      fr: 'Un comptable lit et exporte ; il ne gère pas de webhooks.',
      en: 'An accountant reads and exports, and manages no webhooks.',
    }),
    remedy: {
      fr: 'Choisissez un propriétaire ou un membre, ou laissez les webhooks prendre fin.',
      en: 'Choose an owner or a member, or let the webhooks end.',
    },
    pointer: () => '/webhooksTo',
  },
  already_member: {
    code: 'person.already_member',
    status: 409,
    title: { fr: 'Déjà membre du compte', en: 'Member of the account already' },
    remedy: { fr: 'Changez plutôt son rôle.', en: 'Change the role instead.' },
    pointer: () => '/email',
  },
  too_many_people: {
    code: 'person.too_many',
    status: 429,
    title: { fr: 'Trop de personnes', en: 'Too many people' },
    detail: ({ limit }) => ({
      fr: `Un compte compte au plus ${limit} membres, invitations comprises.`,
      en: `An account has at most ${limit} members, invitations counted.`,
    }),
    remedy: { fr: 'Écartez qui n’en a plus besoin.', en: 'Remove whoever needs it no more.' },
    members: ({ limit }) => ({ limit }),
  },
  passkey_not_found: notFound('passkey', 'Clé d’accès introuvable', 'Passkey not found'),
  passkey_refused: {
    code: 'person.passkey_refused',
    status: 401,
    title: { fr: 'Clé d’accès refusée', en: 'Passkey refused' },
    remedy: {
      fr: 'Recommencez ; si cela persiste, connectez-vous avec votre mot de passe et refaites la clé.',
      en: 'Try again; if it persists, sign in with your password and make the passkey anew.',
    },
  },
  passkeys_suspended: {
    code: 'person.passkeys_suspended',
    status: 403,
    title: { fr: 'Clés d’accès en attente de vérification', en: 'Passkeys waiting for review' },
    detail: () => ({
      fr: 'Votre mot de passe a été réinitialisé. Vos clés d’accès ne servent plus tant que vous ne les avez pas vérifiées.',
      en: 'Your password was reset. Your passkeys do not work until you have reviewed them.',
    }),
    remedy: {
      fr: 'Connectez-vous avec le nouveau mot de passe : la liste à vérifier s’affiche d’abord.',
      en: 'Sign in with the new password: the list to review is shown first.',
    },
  },
  too_many_passkeys: {
    code: 'person.too_many_passkeys',
    status: 429,
    title: { fr: 'Trop de clés d’accès', en: 'Too many passkeys' },
    detail: ({ limit }) => ({
      fr: `Une personne peut en avoir ${limit} au plus.`,
      en: `A person has at most ${limit}.`,
    }),
    remedy: { fr: 'Retirez celles qui ne servent plus.', en: 'Remove those no longer used.' },
    members: ({ limit }) => ({ limit }),
  },
  second_factor_needed: {
    code: 'person.second_factor_needed',
    status: 401,
    title: { fr: 'Code nécessaire', en: 'Code needed' },
    detail: () => ({
      fr: 'Le mot de passe est le bon ; il manque le code.',
      en: 'The password is right; the code is missing.',
    }),
    remedy: {
      fr: 'Donnez le code de votre application, ou un code de secours.',
      en: 'Give the code of your authenticator, or a recovery code.',
    },
    pointer: () => '/code',
  },
  second_factor_wrong: {
    code: 'person.second_factor_wrong',
    status: 401,
    title: { fr: 'Code refusé', en: 'Code refused' },
    remedy: {
      fr: 'Attendez le code suivant : aucun ne sert deux fois. Vérifiez aussi l’heure de votre appareil.',
      en: 'Wait for the next code: none works twice. Check the clock of your device, too.',
    },
    pointer: () => '/code',
  },
  second_factor_stopped: {
    code: 'person.second_factor_stopped',
    status: 403,
    title: { fr: 'Trop de codes faux', en: 'Too many wrong codes' },
    detail: () => ({
      fr: 'Trop de codes faux ont été donnés avec ce mot de passe : plus aucun n’est accepté avec lui.',
      en: 'Too many wrong codes were given with this password: no code is accepted with it any more.',
    }),
    remedy: {
      fr: 'Choisissez un nouveau mot de passe par « Mot de passe oublié », puis connectez-vous avec un code.',
      en: 'Choose a new password by "Password forgotten", then sign in with a code.',
    },
    pointer: () => '/code',
  },
  second_factor_off: {
    code: 'person.second_factor_off',
    status: 409,
    title: { fr: 'Pas de second facteur', en: 'No second factor' },
    remedy: { fr: 'Activez-le d’abord.', en: 'Switch it on first.' },
  },
  password_wrong: {
    code: 'person.password_wrong',
    status: 403,
    title: { fr: 'Mot de passe inexact', en: 'Password not right' },
    remedy: {
      fr: 'Donnez votre mot de passe actuel pour confirmer que c’est bien vous.',
      en: 'Give your present password, to confirm that it is you.',
    },
    pointer: () => '/password',
  },
  sample_stands: {
    code: 'sample_data.stands',
    status: 409,
    title: { fr: 'Données d’exemple déjà là', en: 'Sample data is there already' },
    remedy: { fr: 'Retirez-les d’abord, ou continuez avec elles.', en: 'Remove it first, or go on with it.' },
  },
  sample_not_found: {
    code: 'sample_data.not_found',
    status: 404,
    title: { fr: 'Pas de données d’exemple', en: 'No sample data' },
    remedy: { fr: 'Il n’y a rien à retirer.', en: 'There is nothing to remove.' },
  },
  samples_exhausted: {
    code: 'sample_data.exhausted',
    status: 429,
    title: { fr: 'Données d’exemple demandées trop souvent', en: 'Sample data asked for too often' },
    detail: ({ limit }) => ({
      fr: `Une personne en reçoit au plus ${limit} fois en 30 jours.`,
      en: `Somebody is given it ${limit} times in 30 days at most.`,
    }),
    remedy: { fr: 'Attendez ce délai.', en: 'Wait so long.' },
    members: ({ limit, retryAfter }) => ({ limit, retryAfter }),
  },
  sample_unfinished: {
    code: 'sample_data.unfinished',
    status: 409,
    title: { fr: 'Données d’exemple interrompues', en: 'Sample data was interrupted' },
    detail: ({ reason }) => ({
      fr: `Une étape a été refusée (${reason}) ; rien n’est resté.`,
      en: `A step was refused (${reason}); nothing has stayed.`,
    }),
    remedy: { fr: 'Réessayez plus tard.', en: 'Try again later.' },
    members: ({ reason }) => ({ reason }),
  },
};

const weaknesses = (least: number): Record<WeakPassword, InTwoLanguages> => ({
  too_short: { fr: `Il compte moins de ${least} caractères.`, en: `It has fewer than ${least} characters.` },
  too_common: {
    fr: 'C’est un mot de passe courant, ou une suite de touches.',
    en: 'It is a common password, or a run of keys.',
  },
  like_you: {
    fr: 'Il est fait de votre nom ou de votre adresse.',
    en: 'It is made of your own name or address.',
  },
});
