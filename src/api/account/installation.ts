import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { peopleOf } from '../../db/people/memberships.ts';
import { type MailContent, newRecipients } from '../../domain/mail/mail.ts';
import { mayKeepPassword } from '../../domain/mail/mail-server.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { paragraph } from '../../mail/document-mail.ts';
import { framed } from '../../mail/mail-layout.ts';
import { type Operation, operation } from '../../pipeline/operation.ts';
import {
  InstallationJson,
  MailServerForm,
  MailSettingJson,
  MailTestJson,
  serverToJson,
} from '../../schemas/account/installation.ts';
import {
  installationFor,
  isOperator,
  type MailSetting,
  operatorRefusals,
} from '../../services/account/installation.ts';
import type { Context } from '../../services/context.ts';

// Signed-in people reach these with any role: whether they are operators is checked inside, because
// it is a right over the service and not over an account.
const forPeople = { chapter: 'Account', path: z.object({}), query: z.object({}), success: 200 } as const;
const openTo = ({ isPerson }: Pick<Context, 'isPerson'>): boolean => isPerson === true;

const getInstallation = operation({
  ...forPeople,
  name: 'get-installation',
  summary: 'Get the version of the service, whether it sends mail, and whether you may change its settings.',
  routes: ['GET /v2/installation'],
  scope: 'account:read',
  body: z.object({}),
  output: InstallationJson,
  refusals: [],
  run: async (context) => {
    const { installation, mail, test } = context;
    return {
      body: {
        version: installation?.version ?? '',
        isOperator: installation !== undefined && !test && (await isOperator(installation, context)),
        settingsOpen: installation?.isOpen ?? false,
        sendsMail: mail !== undefined,
      },
    };
  },
});

const aboutMail = { ...forPeople, scope: 'account:admin', openTo } as const;

const getMailServer = operation({
  ...aboutMail,
  name: 'get-mail-server',
  summary: 'Get the mail server of the service, without its password.',
  routes: ['GET /v2/installation/mail'],
  body: z.object({}),
  output: MailSettingJson,
  refusals: operatorRefusals,
  run: async (context) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    return { body: mailToJson(installation.mail.current()) };
  },
});

const setMailServer = operation({
  ...aboutMail,
  name: 'set-mail-server',
  summary: 'Set the mail server of the service and the sender address of all mail.',
  description:
    'For the operator, signed in. It takes effect in every process within seconds. Refused while `SMTP_URL` is set.',
  routes: ['PUT /v2/installation/mail'],
  body: MailServerForm,
  knowsAll: true,
  output: MailSettingJson,
  refusals: [...operatorRefusals, 'set_by_environment', 'mail_password_needed', 'mail_encryption_needed'],
  securityNote: () => ({ event: 'installation_changed', operation: 'set-mail-server' }),
  example: {
    host: 'smtp.exemple.fr',
    port: 587,
    security: 'starttls',
    user: 'factures@exemple.fr',
    password: 'mot de passe',
    from: 'factures@exemple.fr',
  },
  run: async (context, { password, user, host, port, security, from }) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { mail } = installation;
    const { origin, server: before, hasPassword, isPasswordLost } = mail.current();
    if (origin.source === 'environment') return { refused: 'set_by_environment', variable: origin.variable };
    const server = { host, port, security, from, ...(user && { user }) };
    const keeps = !password && server.user !== undefined && hasPassword;
    if (keeps && (isPasswordLost || !mayKeepPassword(before, server))) return { refused: 'mail_password_needed' };
    if (security === 'none' && !(await mail.isPrivate(host))) return { refused: 'mail_encryption_needed', host };
    await mail.store(server, keeps ? undefined : password || null, { by: context.actor, at: context.realNow });
    return { body: mailToJson(mail.current()) };
  },
});

const removeMailServer = operation({
  ...aboutMail,
  name: 'remove-mail-server',
  summary: 'Remove the mail server of the service: no mail is sent any more, and waiting mail waits on.',
  routes: ['DELETE /v2/installation/mail'],
  body: z.object({}),
  success: 204,
  output: z.undefined(),
  refusals: [...operatorRefusals, 'set_by_environment'],
  securityNote: () => ({ event: 'installation_changed', operation: 'remove-mail-server' }),
  run: async (context) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { origin } = installation.mail.current();
    if (origin.source === 'environment') return { refused: 'set_by_environment', variable: origin.variable };
    await installation.mail.remove({ by: context.actor, at: context.realNow });
    return { body: undefined };
  },
});

const testMailServer = operation({
  ...aboutMail,
  name: 'test-mail-server',
  summary: 'Send yourself a test e-mail at once, with the mail server in use.',
  description:
    'The answer comes when the server has accepted or refused the mail, after a minute at most. A refusal says why: `fault` is `name_not_found`, `connection`, `timeout`, `tls`, `login_refused`, `sender_refused`, `refused` or `deferred`.',
  routes: ['POST /v2/installation/mail/test'],
  body: z.object({}),
  output: MailTestJson,
  refusals: [...operatorRefusals, 'mail_not_configured', 'mail_test_failed'],
  run: async (context) => {
    const installation = await installationFor(context);
    if (isRefusal(installation)) return installation;
    const { server } = installation.mail.current();
    const [{ settings }, people] = [await settingsOf(context.tx), await peopleOf(context.tx)];
    const to = people.find(({ personId }) => personId === context.actor)?.email;
    if (!server || to === undefined) return { refused: 'mail_not_configured' };
    const content = testMail(to, { host: server.host, language: context.language, from: settings.name });
    const [id, now] = [context.newId(), context.realNow];
    return {
      aside: () => installation.mail.trySending(content, id, now),
      after: async (_, sent) =>
        'fault' in sent
          ? { refused: 'mail_test_failed', fault: sent.fault, ...(sent.answer && { answer: sent.answer }) }
          : { body: { to, latencyMs: sent.latencyMs, answer: sent.answer ?? null } },
    };
  },
});

/** The operations on settings of the installation. */
export const installationOperations: readonly Operation[] = [
  getInstallation,
  getMailServer,
  setMailServer,
  removeMailServer,
  testMailServer,
];

const mailToJson = ({ origin, server, hasPassword, isPasswordLost }: MailSetting) => ({
  source: origin.source,
  variable: 'variable' in origin ? origin.variable : null,
  changedAt: ('changedAt' in origin ? origin.changedAt : undefined) ?? null,
  server: server ? serverToJson(server, { has: hasPassword, isLost: isPasswordLost }) : null,
});

function testMail(
  to: string,
  { host, language, from }: { host: string; language: 'fr' | 'en'; from: string },
): MailContent {
  const { subject, lines } = testTexts[language](host);
  const frame = { locale: language, subject, from, foot: [], banners: [] };
  return {
    subject,
    fromName: from,
    recipients: newRecipients([to], []),
    ...framed(lines.map((line) => paragraph(line)).join('\n'), frame),
  };
}

const testTexts = {
  fr: (host: string) => ({
    subject: 'Essai d’envoi d’e-mail',
    lines: [
      `Le serveur ${host} a accepté cet e-mail : vos factures, devis et relances peuvent partir.`,
      'S’il est arrivé dans les courriers indésirables, publiez les enregistrements SPF et DKIM du domaine de l’expéditeur.',
    ],
  }),
  en: (host: string) => ({
    subject: 'Test e-mail',
    lines: [
      `The server ${host} accepted this e-mail: your invoices, estimates and reminders can be sent.`,
      'If it arrived in the spam folder, publish SPF and DKIM records for the domain of the sender.',
    ],
  }),
};
