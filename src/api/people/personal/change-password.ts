import * as z from 'zod';
import { deleteAddressChanges } from '../../../db/people/address-changes.ts';
import { lockPassword, saveCredentials } from '../../../db/people/persons.ts';
import { endSessions } from '../../../db/people/sessions.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { weakPassword } from '../../../domain/people/password-rule.ts';
import { personalOperation } from '../../../pipeline/personal-operation.ts';
import { newPassword, password } from '../../../schemas/people/credentials.ts';
import { SignedInJson } from '../../../schemas/people/signed-in.ts';
import { notifyPerson, ofPersonWithMail } from '../../../services/people/notify-person.ts';
import { openSession, signInResponse } from '../../../services/people/sign-in/open-session.ts';
import { newCredentials } from '../../../services/people/sign-in/password-hash.ts';
import { confirmed } from '../../../services/people/sign-in/reauthenticate.ts';
import { signedInOf } from '../../../services/people/sign-in/signed-in.ts';

export const changePassword = personalOperation({
  name: 'change-password',
  summary: 'Change your password. Every other session ends, and this one gets a new token.',
  description: 'A pending change of address is canceled, because an intruder may have requested it.',
  chapter: 'People',
  routes: ['PUT /v2/person/password'],
  asker: 'signed_in',
  path: z.object({}),
  body: z.object({ password, newPassword }),
  success: 200,
  output: SignedInJson,
  refusals: ['password_wrong', 'sign_in_slowed', 'password_weak'],
  example: { password: 'quatre mots sans aucun rapport', newPassword: 'quatre autres mots sans rapport' },
  run: async (context, input) => {
    const { accounts } = signedInOf(context);
    const known = await confirmed(context, input.password);
    if ('refused' in known) return known;
    const { person, credentials: before } = known;
    const weak = weakPassword(input.newPassword, person);
    if (weak) return { ...weak, member: 'newPassword' };
    const credentials = await newCredentials(context, input.newPassword);
    const opened = await inTransaction(context.pool, ofPersonWithMail(person.id, accounts), async (tx) => {
      if (!(await lockPassword(tx, person.id, before))) return { commit: false, answer: undefined };
      saveCredentials(tx, person.id, credentials);
      endSessions(tx, person.id);
      deleteAddressChanges(tx, person.id);
      await notifyPerson(tx, context, person, { notice: 'password_changed' });
      return { commit: true, answer: openSession(tx, context, person) };
    });
    if (!opened) return { refused: 'password_wrong' };
    context.note({ event: 'password_changed', actor: person.id });
    return signInResponse({ ...opened, person, accounts, deviceSecret: credentials.deviceSecret });
  },
});
