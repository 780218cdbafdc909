import { PASSWORD_MAX } from '../../domain/people/password-rule.ts';
import type { PeopleRefusal } from '../../domain/people/refusal.ts';
import type { WeakPassword } from '../../domain/people/weak-password.ts';
import type { BilingualText } from '../bilingual-text.ts';
import { dayIn } from '../fields/timestamp.ts';
import { notFound, type Rows } from './refusal-text.ts';

/** Sign-in, and members of an account. */
export const peopleRefusals: Rows<PeopleRefusal> = {
  sign_in_refused: {
    code: 'person.sign_in_refused',
    status: 401,
    title: { fr: 'Adresse e-mail ou mot de passe incorrect', en: 'Wrong e-mail address or password' },
    remedy: {
      fr: 'Vérifiez l’adresse et le mot de passe. En cas d’oubli, demandez un lien pour changer le mot de passe.',
      en: 'Check the address and the password. If you forgot your password, request a link to change it.',
    },
  },
  sign_in_slowed: {
    code: 'person.sign_in_slowed',
    status: 429,
    title: { fr: 'Trop de tentatives de connexion', en: 'Too many sign-in attempts' },
    detail: ({ retryAfter }) => ({
      fr: `Vous pourrez réessayer dans ${retryAfter} s.`,
      en: `You can try again in ${retryAfter} s.`,
    }),
    remedy: {
      fr: 'Patientez, puis réessayez. Ce délai ne s’applique pas dans un navigateur où vous vous êtes déjà connecté.',
      en: 'Wait, then try again. A browser you have signed in with before is not slowed down by other people’s attempts.',
    },
    members: ({ retryAfter }) => ({ retryAfter }),
  },
  password_weak: {
    code: 'person.password_weak',
    status: 400,
    title: { fr: 'Mot de passe trop facile à deviner', en: 'Password too easy to guess' },
    detail: ({ reason, least }) => weaknesses(least)[reason],
    remedy: {
      fr: `Choisissez par exemple plusieurs mots sans rapport entre eux, ${PASSWORD_MAX} caractères au plus.`,
      en: `Use several unrelated words, up to ${PASSWORD_MAX} characters.`,
    },
    pointer: ({ member = 'password' }) => `/${member}`,
    members: ({ reason, least }) => ({ reason, least }),
  },
  link_not_found: {
    code: 'invitation.not_found',
    status: 404,
    title: { fr: 'Lien non valable', en: 'Invalid link' },
    detail: () => ({
      fr: 'Ce lien n’existe pas, a déjà été utilisé, a été révoqué ou a expiré.',
      en: 'This link does not exist, was already used, was revoked or has expired.',
    }),
    remedy: {
      fr: 'Demandez un nouveau lien à la personne qui vous l’a envoyé. Pour la première personne d’un compte, lancez « npx facturier person link ».',
      en: 'Ask the sender for a new link. For the first person of an account, run "npx facturier person link".',
    },
  },
  joiner_incomplete: {
    code: 'person.incomplete',
    status: 400,
    title: { fr: 'Inscription incomplète', en: 'Incomplete sign-up' },
    detail: ({ member }) => ({ fr: `Il manque « ${member} ».`, en: `"${member}" is missing.` }),
    remedy: {
      fr: 'Donnez votre nom et un mot de passe. La première personne d’un compte donne aussi son adresse e-mail.',
      en: 'Give your name and a password. The first person of an account also gives an e-mail address.',
    },
    pointer: ({ member }) => `/${member}`,
  },
  email_taken: {
    code: 'person.email_taken',
    status: 409,
    title: { fr: 'Adresse e-mail déjà utilisée', en: 'E-mail address already in use' },
    detail: () => ({
      fr: 'Une personne se connecte déjà avec cette adresse.',
      en: 'Another person already signs in with this address.',
    }),
    remedy: {
      fr: 'Connectez-vous avec cette adresse puis rouvrez le lien, ou donnez une autre adresse.',
      en: 'Sign in with this address and open the link again, or give another address.',
    },
    pointer: () => '/email',
  },
  address_not_confirmable: {
    code: 'person.address_not_confirmable',
    status: 409,
    title: { fr: 'Adresse impossible à confirmer', en: 'Address cannot be confirmed' },
    detail: () => ({
      fr: 'Le lien de confirmation est envoyé au nom d’un compte, et vous n’êtes membre d’aucun compte.',
      en: 'The confirmation link is sent on behalf of an account, and you are not a member of any account.',
    }),
    remedy: {
      fr: 'Gardez votre adresse actuelle, ou demandez une invitation pour la nouvelle.',
      en: 'Keep your current address, or ask for an invitation to the new one.',
    },
    pointer: () => '/email',
  },
  link_of_another: {
    code: 'invitation.of_another',
    status: 403,
    title: { fr: 'Invitation pour une autre adresse', en: 'Invitation for another address' },
    detail: () => ({
      fr: 'Cette invitation est destinée à une autre adresse que la vôtre.',
      en: 'This invitation is not for the address you are signed in with.',
    }),
    remedy: {
      fr: 'Déconnectez-vous, puis rouvrez le lien.',
      en: 'Sign out, then open the link again.',
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
      en: 'Make another person an owner first.',
    },
  },
  own_account_not_found: notFound('account', 'Compte introuvable', 'Account not found'),
  deletion_for_owners: {
    code: 'account.deletion_for_owners',
    status: 403,
    title: { fr: 'Réservé aux propriétaires du compte', en: 'For owners of the account only' },
    remedy: {
      fr: 'Demandez à un propriétaire du compte : les personnes du compte sont dans les réglages.',
      en: 'Ask an owner of the account: the people of the account are in the settings.',
    },
  },
  deletion_of_sample: {
    code: 'account.deletion_of_sample',
    status: 409,
    title: { fr: 'Ce compte contient des données d’exemple', en: 'This account contains sample data' },
    remedy: {
      fr: 'Supprimez les données d’exemple dans les réglages : elles disparaissent aussitôt.',
      en: 'Delete the sample data in the settings: it disappears at once.',
    },
  },
  deletion_asked_already: {
    code: 'account.deletion_asked_already',
    status: 409,
    title: { fr: 'Suppression déjà demandée', en: 'Deletion already requested' },
    detail: ({ dueAt }) => ({
      fr: `Le compte sera supprimé le ${dayIn.fr(dueAt)}.`,
      en: `The account will be deleted on ${dayIn.en(dueAt)}.`,
    }),
    remedy: {
      fr: 'Attendez ce jour, ou annulez la suppression.',
      en: 'Wait for that day, or cancel the deletion.',
    },
    members: ({ dueAt }) => ({ dueAt }),
  },
  account_name_differs: {
    code: 'account.name_differs',
    status: 400,
    title: { fr: 'Ce n’est pas le nom du compte', en: 'This is not the name of the account' },
    detail: ({ name }) => ({ fr: `Le compte s’appelle « ${name} ».`, en: `The account is called “${name}”.` }),
    remedy: {
      fr: 'Recopiez le nom du compte pour confirmer la suppression.',
      en: 'Type the name of the account to confirm its deletion.',
    },
    pointer: () => '/name',
  },
  deletion_not_asked: {
    code: 'account.deletion_not_asked',
    status: 404,
    title: { fr: 'Aucune suppression demandée', en: 'No deletion was requested' },
    remedy: { fr: 'Rien n’est à annuler : le compte reste.', en: 'There is nothing to cancel: the account stays.' },
  },
  deletion_begun: {
    code: 'account.deletion_begun',
    status: 409,
    title: { fr: 'La suppression a commencé', en: 'The deletion has begun' },
    remedy: {
      fr: 'Elle ne peut plus être annulée. Pour vos documents, adressez-vous à l’exploitant du service.',
      en: 'It can no longer be canceled. For your documents, contact the operator of the service.',
    },
  },
  key_manages_nobody: {
    code: 'person.key_manages_nobody',
    status: 403,
    title: { fr: 'Une clé d’API ne peut pas gérer les membres', en: 'API keys cannot manage members' },
    remedy: {
      fr: 'Connectez-vous et gérez les membres dans les réglages. Ainsi, une clé temporaire ne peut pas créer d’accès permanent.',
      en: 'Sign in and manage members in the settings. This way, a temporary key cannot create permanent access.',
    },
  },
  makes_no_webhooks: {
    code: 'person.makes_no_webhooks',
    status: 409,
    title: { fr: 'Cette personne ne peut pas reprendre les webhooks', en: 'This person cannot take over the webhooks' },
    detail: () => ({
      fr: 'Un comptable peut lire et exporter, mais pas gérer de webhooks.',
      en: 'An accountant can read and export but cannot manage webhooks.',
    }),
    remedy: {
      fr: 'Choisissez un propriétaire ou un membre, ou laissez désactiver les webhooks.',
      en: 'Choose an owner or a member, or let the webhooks be disabled.',
    },
    pointer: () => '/webhooksTo',
  },
  already_member: {
    code: 'person.already_member',
    status: 409,
    title: { fr: 'Déjà membre du compte', en: 'Already a member of the account' },
    remedy: { fr: 'Vous pouvez changer le rôle de ce membre.', en: 'You can change the role of this member.' },
    pointer: () => '/email',
  },
  too_many_people: {
    code: 'person.too_many',
    status: 429,
    title: { fr: 'Trop de personnes', en: 'Too many people' },
    detail: ({ limit }) => ({
      fr: `Un compte peut avoir au plus ${limit} membres, invitations comprises.`,
      en: `An account can have at most ${limit} members, including invitations.`,
    }),
    remedy: {
      fr: 'Retirez les personnes qui n’ont plus besoin d’accès.',
      en: 'Remove people who no longer need access.',
    },
    members: ({ limit }) => ({ limit }),
  },
  passkey_not_found: notFound('passkey', 'Clé d’accès introuvable', 'Passkey not found'),
  passkey_refused: {
    code: 'person.passkey_refused',
    status: 401,
    title: { fr: 'Clé d’accès refusée', en: 'Passkey refused' },
    remedy: {
      fr: 'Réessayez. Si le problème persiste, connectez-vous avec votre mot de passe et recréez la clé d’accès.',
      en: 'Try again. If it still fails, sign in with your password and create the passkey again.',
    },
  },
  passkeys_suspended: {
    code: 'person.passkeys_suspended',
    status: 403,
    title: { fr: 'Clés d’accès en attente de vérification', en: 'Passkeys waiting for review' },
    detail: () => ({
      fr: 'Votre mot de passe a été réinitialisé. Vos clés d’accès sont suspendues jusqu’à ce que vous les vérifiiez.',
      en: 'Your password was reset. Your passkeys are suspended until you review them.',
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
      fr: `Une personne peut avoir au plus ${limit} clés d’accès.`,
      en: `A person can have at most ${limit} passkeys.`,
    }),
    remedy: {
      fr: 'Supprimez les clés d’accès que vous n’utilisez plus.',
      en: 'Remove the passkeys you no longer use.',
    },
    members: ({ limit }) => ({ limit }),
  },
  second_factor_needed: {
    code: 'person.second_factor_needed',
    status: 401,
    title: { fr: 'Code nécessaire', en: 'Code required' },
    detail: () => ({
      fr: 'Le mot de passe est correct ; il manque le code.',
      en: 'The password is correct; the code is missing.',
    }),
    remedy: {
      fr: 'Saisissez le code de votre application, ou un code de secours.',
      en: 'Enter the code from your authenticator app, or a recovery code.',
    },
    pointer: () => '/code',
  },
  second_factor_wrong: {
    code: 'person.second_factor_wrong',
    status: 401,
    title: { fr: 'Code refusé', en: 'Code refused' },
    remedy: {
      fr: 'Attendez le code suivant : un code ne sert qu’une fois. Vérifiez aussi l’heure de votre appareil.',
      en: 'Wait for the next code: each code works once. Also check the clock of your device.',
    },
    pointer: () => '/code',
  },
  second_factor_stopped: {
    code: 'person.second_factor_stopped',
    status: 403,
    title: { fr: 'Trop de codes faux', en: 'Too many wrong codes' },
    detail: () => ({
      fr: 'Trop de codes faux ont été saisis avec ce mot de passe : il n’accepte plus aucun code.',
      en: 'Too many wrong codes were entered with this password. It no longer accepts any code.',
    }),
    remedy: {
      fr: 'Choisissez un nouveau mot de passe avec « Mot de passe oublié », puis connectez-vous avec un code.',
      en: 'Choose a new password with "Password forgotten", then sign in with a code.',
    },
    pointer: () => '/code',
  },
  second_factor_off: {
    code: 'person.second_factor_off',
    status: 409,
    title: { fr: 'Double authentification désactivée', en: 'Two-factor authentication is off' },
    remedy: { fr: 'Activez d’abord la double authentification.', en: 'Turn on two-factor authentication first.' },
  },
  password_wrong: {
    code: 'person.password_wrong',
    status: 403,
    title: { fr: 'Mot de passe incorrect', en: 'Wrong password' },
    remedy: {
      fr: 'Saisissez votre mot de passe actuel pour confirmer que c’est bien vous.',
      en: 'Enter your current password to confirm that it is you.',
    },
    pointer: () => '/password',
  },
  sample_stands: {
    code: 'sample_data.stands',
    status: 409,
    title: { fr: 'Données d’exemple déjà présentes', en: 'Sample data already present' },
    remedy: {
      fr: 'Supprimez d’abord les données d’exemple, ou continuez avec elles.',
      en: 'Remove the sample data first, or continue with it.',
    },
  },
  sample_not_found: {
    code: 'sample_data.not_found',
    status: 404,
    title: { fr: 'Pas de données d’exemple', en: 'No sample data' },
    remedy: { fr: 'Vous n’avez rien à faire.', en: 'No action needed.' },
  },
  samples_exhausted: {
    code: 'sample_data.exhausted',
    status: 429,
    title: { fr: 'Données d’exemple demandées trop souvent', en: 'Sample data requested too often' },
    detail: ({ limit }) => ({
      fr: `Une personne peut demander des données d’exemple au plus ${limit} fois en 30 jours.`,
      en: `A person can request sample data at most ${limit} times in 30 days.`,
    }),
    remedy: { fr: 'Patientez, puis réessayez.', en: 'Wait, then try again.' },
    members: ({ limit, retryAfter }) => ({ limit, retryAfter }),
  },
  sample_unfinished: {
    code: 'sample_data.unfinished',
    status: 409,
    title: { fr: 'Données d’exemple interrompues', en: 'Sample data was interrupted' },
    detail: ({ reason }) => ({
      fr: `Une étape a été refusée (${reason}). Rien n’a été conservé.`,
      en: `A step was refused (${reason}). Nothing was kept.`,
    }),
    remedy: { fr: 'Réessayez plus tard.', en: 'Try again later.' },
    members: ({ reason }) => ({ reason }),
  },
  demonstration_off: {
    code: 'demonstration.off',
    status: 404,
    title: { fr: 'Pas de démonstration ici', en: 'No demonstration here' },
    detail: () => ({
      fr: 'Ce service n’est pas une démonstration publique (réglage DEMO).',
      en: 'This service is not a public demonstration (setting DEMO).',
    }),
    remedy: { fr: 'Connectez-vous avec votre compte.', en: 'Sign in with your account.' },
  },
  demonstration_full: {
    code: 'demonstration.full',
    status: 429,
    title: { fr: 'Trop de visiteurs', en: 'Too many visitors' },
    detail: ({ limit }) => ({
      fr: `La démonstration accueille au plus ${limit} visiteurs à la fois, de ce réseau ou ce jour.`,
      en: `The demonstration serves at most ${limit} visitors at once, from this network or on this day.`,
    }),
    remedy: {
      fr: 'Réessayez plus tard, ou installez Facturier chez vous.',
      en: 'Try again later, or install Facturier on your own machine.',
    },
    members: ({ limit, retryAfter }) => ({ limit, retryAfter }),
  },
};

const weaknesses = (least: number): Record<WeakPassword, BilingualText> => ({
  too_short: {
    fr: `Le mot de passe compte moins de ${least} caractères.`,
    en: `The password has fewer than ${least} characters.`,
  },
  too_common: {
    fr: 'C’est un mot de passe courant ou une suite de touches voisines.',
    en: 'The password is a common one or a sequence of adjacent keys.',
  },
  like_you: {
    fr: 'Le mot de passe reprend votre nom ou votre adresse.',
    en: 'The password is based on your name or address.',
  },
});
