import {form} from '@gazetteer/kernel';
import {choice, id, items, optional, text} from '@gazetteer/kernel/fields';
import {flag, integer, list, named, oneOf, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {pageState, pageStateShape} from '../chart/chart-specification.ts';
import {statementTime, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {commentsOn, type Subjects, viewersOf} from './comment-operations.ts';
import {countComments, type FindSubject} from './comments.ts';
import {
  addShare,
  type Audience,
  dropShare,
  findShare,
  listSharedResults,
  listShares,
  type Share,
} from './shares.ts';
import {checkSharing} from '../config/sharing.ts';

const maxGrants = 100;
const maxView = 50_000;
const kinds = ['user', 'group', 'link'] as const;
const byId = {uuid: id};
const viewWords = "The page's own: table or charts, what is searched for, the order";

const share = named('ResultShare', 'A result that others may look at', () =>
  whole({
    uuid: textShape('Its id, in place of that of the statement'),
    title: textShape('What it is called'),
    grants: list(
      whole({
        kind: oneOf(kinds, 'A user, a group, or everybody who is logged in and has the address'),
        name: textShape('Of the user or the group; empty for a link'),
      }),
      'With whom it is shared',
    ),
    createdAt: statementTime('When it was shared'),
  }),
);

const listOwn = query('GET /results/{uuid}/shares', {
  summary: 'With whom a result is shared',
  description: 'The last first.',
  segments: byId,
  answer: whole({shares: list(share, 'The shares')}),
  run: async ({db}, {uuid}, {actor: {userName}}) => ({
    shares: (await listShares(db, userName, uuid)).map(own),
  }),
});

const add = change('POST /results/{uuid}/shares', {
  summary: 'Share a result',
  description:
    'Others see its rows and the statement, ask it again and download it. They run and change nothing.',
  segments: byId,
  body: form({
    title: text('What it is called', {max: 200, default: ''}),
    view: pageState(viewWords),
    grants: items('With whom', {
      kind: choice('A user, a group, or everybody who is logged in and has the address', kinds),
      name: optional(text('Of the user or the group', {max: 200})),
    }),
  }),
  answer: share,
  status: 201,
  errors: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT'],
  run: async (
    {db, statements, sharing, access},
    {uuid, title, view: shown, grants: given},
    {actor: {userName}},
  ) => {
    const statement = await statements.byUuid(userName, uuid);
    if (statement === undefined)
      throw new AppError('NOT_FOUND', ['There is no such statement of yours.']);
    if (JSON.stringify(shown).length > maxView) {
      throw new AppError('BAD_REQUEST', [`view has at most ${maxView} characters.`]);
    }
    const grants = given.map(audienceOf);
    checkSharing(sharing, grants);
    access.check('editor-share', statement.engine);
    if (grants.length === 0 || grants.length > maxGrants)
      throw new AppError('BAD_REQUEST', [`A result is shared with 1 to ${maxGrants}.`]);
    const made = {
      statement: statement.uuid,
      owner: userName,
      title: title.trim(),
      view: shown,
      grants,
    };
    return own(await addShare(db, made));
  },
});

const listForeign = query('GET /shares', {
  summary: 'Results that others share with the caller or one of their groups',
  description: 'The last first. Those by link are for who has the address.',
  answer: whole({
    shares: list(
      named('SharedResult', 'A result that somebody shares', () =>
        whole({
          uuid: textShape('Its id'),
          owner: textShape('Whose it is'),
          title: textShape('What it is called'),
          engine: textShape('Where it was run'),
          database: textShape('The database that names were looked up in'),
          statement: textShape('What was run'),
          createdAt: statementTime('When it was shared'),
          isKept: flag('Whether its rows are still there'),
        }),
      ),
      'The results',
    ),
  }),
  run: async ({db, live}, _input, {actor}) => {
    const shared = await listSharedResults(db, actor);
    const kept = await live.storedResults(shared.map(one => one.statement));
    const shares = shared.map(({statement, sql, ...one}) => ({
      ...one,
      statement: sql,
      isKept: kept.has(statement),
    }));
    return {shares};
  },
});

const read = query('GET /shares/{uuid}', {
  summary: 'A result that is shared with the caller',
  description: 'Its rows are read as those of your own, by the id of the share.',
  segments: byId,
  answer: named('OpenedShare', 'A result that somebody shares, and the statement', () =>
    whole(
      {
        uuid: textShape('Its id'),
        owner: textShape('Whose it is'),
        isOwner: flag('Whether it is theirs'),
        title: textShape('What it is called'),
        view: pageStateShape(viewWords),
        createdAt: statementTime('When it was shared'),
        engine: textShape('Where it was run'),
        database: textShape('The database that names were looked up in'),
        statement: textShape('What was run'),
        finishedAt: statementTime('When it had ended'),
        commentCount: integer('How many comments it has'),
        keptMs: integer('For how long rows are kept that nobody reads, in milliseconds'),
      },
      ['finishedAt'],
    ),
  ),
  errors: ['NOT_FOUND', 'GONE'],
  run: async ({db, statements, live, views}, {uuid: wanted}, {actor}) => {
    const {commentCount, ...found} = await db.read(async session => ({
      ...(await findSubject(session, actor, wanted, 'read')),
      commentCount: await countComments(session, wanted),
    }));
    const statement = await statements.byUuid(found.owner, found.statement);
    if (statement === undefined)
      throw new AppError('GONE', [`${found.owner} has deleted this from the history.`]);
    const {uuid, owner, title, view: shown, createdAt} = found;
    const {engine, database, sql, finishedAt} = statement;
    const isOwner = owner === actor.userName;
    if (!isOwner) views.noted(uuid, actor.userName);
    const facts = {
      uuid,
      owner,
      isOwner,
      title,
      view: shown,
      createdAt,
      engine,
      database,
      statement: sql,
      finishedAt,
      commentCount,
    };
    return {...facts, keptMs: live.keptMs};
  },
});

const drop = change('DELETE /shares/{uuid}', {
  summary: 'Take a share back',
  description: 'By its owner.',
  segments: byId,
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) => await dropShare(db, userName, uuid),
});

async function findSubject(...given: Parameters<FindSubject>): Promise<Share> {
  const found = await findShare(...given);
  if (found === undefined)
    throw new AppError('NOT_FOUND', ['There is no such result, or it is not shared with you.']);
  return found;
}

const subjects: Subjects = {at: 'shares', what: 'a shared result', find: findSubject};
const comments = commentsOn(subjects);

/**
 * Results that others may look at. Their rows are read as those of one's own, by the id of the
 * share.
 */
export const shareOperations = {
  listShares: listOwn,
  addShare: add,
  listSharedResults: listForeign,
  readShare: read,
  dropShare: drop,
  listShareComments: comments.list,
  addShareComment: comments.add,
  deleteShareComment: comments.remove,
  listShareViewers: viewersOf(subjects),
};

function own({uuid, title, grants, createdAt}: Share): object {
  return {uuid, title, grants, createdAt};
}

function audienceOf({
  kind,
  name: given,
}: {
  readonly kind: Audience['kind'];
  readonly name: string | undefined;
}): Audience {
  if (kind === 'link') return {kind, name: ''};
  if (given === undefined) throw new AppError('BAD_REQUEST', ['name is missing.']);
  const name = given.trim();
  if (name === '') throw new AppError('BAD_REQUEST', ['name of a grant is empty.']);
  return {kind, name};
}
