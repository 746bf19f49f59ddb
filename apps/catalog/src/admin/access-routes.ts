import {list, text} from '@gazetteer/kernel/parameters';
import {callerOf, stream, type Route} from '../api/route.ts';
import {
  described,
  flag,
  list as listShape,
  named,
  object,
  text as textShape,
} from '@gazetteer/kernel/shape';
import {adminTexts} from '../access/needs.ts';
import {explainAccess} from './explain-access.ts';

/** Rules are named by their place in the policy file, so that an administrator finds them there. */
const authorization = named('Authorization', 'What a user can do, and why', () =>
  object(
    {
      user: described(textShape(), 'User that was asked about'),
      groups: described(listShape(textShape()), 'Groups of the user'),
      roles: listShape(textShape(), 'Roles that the policy gives to the user and the groups'),
      policy: described(
        object({
          file: textShape(
            'Told to whoever may read the audit of administrators, as is the problem',
          ),
          loadedAt: textShape('When the policy that holds was read'),
          problem: textShape('Why the file that is there now is not the policy that holds'),
        }),
        'The policy that is in force',
      ),
      decisions: described(
        listShape(
          object(
            {
              privilege: described(textShape(), 'Such as entity-read'),
              allowed: flag('Whether the user can do it'),
              because: listShape(
                textShape(),
                'Rules that allow it together, or the one that denies it, by role, list and place in the list',
              ),
              until: textShape('When the first of these rules ends'),
              ended: listShape(textShape(), 'Rules that would allow it, had they not ended'),
              lacking: textShape('What no rule that fits covers'),
            },
            ['privilege', 'allowed', 'because'],
          ),
        ),
        'One for each privilege',
      ),
    },
    ['user', 'groups', 'roles', 'decisions'],
  ),
);

/** Who may do what, and why. */
export const accessRoutes: readonly Route[] = [
  stream(
    'GET /admin/authorization',
    {
      summary: 'Whether a user can do something, and which rules of the policy decide',
      description:
        'Without `user` it is about whoever asks; about others only those may ask who may read the audit of administrators. ' +
        'Without `privilege` all privileges of administrators are told.',
      query: {
        user: text('Whose rights are asked for'),
        groups: list('Groups of the user, as a login would find them', 'group'),
        privilege: text('Such as `entity-update`'),
        guid: text('The entity that it is about, or end1 of a relationship'),
        end2: text('End2 of a relationship'),
        typeName: text('The type that it is about, or that of an entity that there is not yet'),
        classification: text('The classification that is given or taken'),
        label: text('The label that is given or taken'),
        businessMetadata: text('The business metadata that is changed'),
      },
      answer: authorization,
      errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
    },
    async ({user, groups, privilege, ...about}, request, _reply, {authorizer, host}) => {
      const isSelf = user === undefined || user === '' || user === request.actor.userName;
      const caller = callerOf(request);
      // What decides about an entity depends on its type and classifications, and so tells of them.
      if (!isSelf || about.guid !== undefined)
        authorizer.check(caller, 'admin-audits', adminTexts['admin-audits']);
      const who =
        isSelf && groups.length === 0
          ? request.actor
          : {userName: user ?? request.actor.userName, groups};
      const given = authorizer.grantsOf(who);
      const question = privilege === undefined ? undefined : {privilege, ...about};
      const decisions = await host.call(explainAccess, caller, {
        given,
        withEnded: authorizer.grantsWithEnded(who),
        question,
      });
      const {state} = authorizer;
      const knowsServer = authorizer.mayAs(request.actor, 'admin-audits');
      return {
        user: who.userName,
        groups: who.groups,
        roles: given?.roles ?? [],
        ...(state === undefined
          ? {}
          : {
              policy: {
                ...(knowsServer ? {file: state.file} : {}),
                loadedAt: new Date(state.loadedAt).toISOString(),
                ...(state.problem === undefined || !knowsServer ? {} : {problem: state.problem}),
              },
            }),
        decisions,
      };
    },
  ),
];
