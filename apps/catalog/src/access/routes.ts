import {list, text} from '../api/parameters.ts';
import {serve, type Route} from '../api/route.ts';
import {flag, list as listShape, named, object, text as textShape} from '../api/shape.ts';
import {adminTexts} from './authorized-executor.ts';

const authorization = named('Authorization', () =>
  object(
    {
      user: textShape(),
      groups: listShape(textShape()),
      roles: listShape(textShape(), 'Roles that the policy gives to the user and the groups'),
      policy: object({
        file: textShape('Told to whoever may read the audit of administrators, as is the problem'),
        loadedAt: textShape('When the policy that holds was read'),
        problem: textShape('Why the file that is there now is not the policy that holds'),
      }),
      decisions: listShape(
        object(
          {
            privilege: textShape(),
            allowed: flag(),
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
    },
    ['user', 'groups', 'roles', 'decisions'],
  ),
);

/** Who may do what, and why. */
export const accessRoutes: readonly Route[] = [
  serve(
    'GET /admin/authorization',
    {
      summary: 'Whether somebody may do something, and which rules of the policy say so',
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
      errors: ['INSTANCE_GUID_NOT_FOUND'],
    },
    async ({user, groups, privilege, ...about}, request, _reply, {authorizer, executor}) => {
      const isSelf = user === undefined || user === '' || user === request.actor.userName;
      const asker = {actor: request.actor, requestId: request.id};
      if (!isSelf || about.guid !== undefined) authorizer.check(asker, 'admin-audits', adminTexts['admin-audits']);
      const who = isSelf && groups.length === 0 ? request.actor : {userName: user ?? request.actor.userName, groups};
      const given = authorizer.grantsOf(who);
      const question = privilege === undefined ? undefined : {privilege, ...about};
      const decisions = await executor.run('explainAccess', asker, {
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
        decisions: JSON.parse(decisions ?? '[]') as unknown,
      };
    },
  ),
];
