import {
  anything,
  described,
  integer,
  list,
  mapOf,
  named,
  object,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';
import {pageStateShape} from '../chart/chart-specification.ts';
import {statementTime, whole} from '../http/shapes.ts';
import {dashboardShape} from './dashboard.ts';
import {documentKinds} from './document.ts';
import {notebookShape} from './notebook.ts';
import {granteeKinds} from './grants.ts';

const kind = oneOf(documentKinds, 'A saved query, a dashboard, a notebook, or a folder of some');
const permission = oneOf(['read', 'write', 'owner'], 'What the caller may do with it');

export const content = named('QueryContent', 'What a saved query holds', () =>
  whole({
    engine: text('Where it is run'),
    database: text('The database that names are looked up in'),
    text: text('The statements'),
    state: pageStateShape("The page's own: variables, properties of the session, its charts"),
  }),
);

const head = {
  uuid: text('Its id'),
  owner: text('Whose it is: who owns the folder owns what is in it'),
  kind,
  name: text('Its name'),
  description: text('What it is for'),
  folder: text('Id of its folder; absent at the top'),
  version: integer('Counts the savings'),
  createdAt: statementTime('When it was made'),
  changedAt: statementTime('When it was last saved'),
  changedBy: text('Who saved it last'),
  trashedAt: statementTime('When it was thrown away'),
};
const absent = ['folder', 'trashedAt'];

export const contents = {
  content: described(content, 'Of a query'),
  dashboard: described(dashboardShape, 'Of a dashboard'),
  notebook: described(notebookShape, 'Of a notebook'),
};
const withoutContents = Object.keys(contents);

export const documentHead = named('DocumentHead', 'A document in a list', () =>
  whole({...head, permission}, absent),
);
export const movedDocument = named('MovedDocument', 'A document without its content', () =>
  whole(head, absent),
);
export const savedDocument = named('SavedDocument', 'A document', () =>
  whole({...head, ...contents}, [...absent, ...withoutContents]),
);
const opened = {
  permission,
  commentCount: integer('How many comments it has'),
  path: list(
    whole({uuid: text('Id of the folder'), name: text('Its name')}),
    'The folders above it, the uppermost first, as far as the caller may see them',
  ),
};
export const openedDocument = named(
  'OpenedDocument',
  'A document, and what the caller may do with it',
  () => whole({...head, ...contents, ...opened}, [...absent, ...withoutContents]),
);
export const openedDashboard = named(
  'DashboardDocument',
  'A dashboard, and what the caller may do with it',
  () => whole({...head, dashboard: described(dashboardShape, 'Its tiles'), ...opened}, absent),
);

const version = {
  version: integer('Its number'),
  name: text('The name of then'),
  description: text('The description of then'),
  savedAt: statementTime('When it was saved'),
  savedBy: text('Who saved it'),
  comment: text('Why'),
};
export const documentVersion = named('DocumentVersion', 'A saving of a document', () =>
  whole(version),
);
export const fullVersion = named('FullVersion', 'A saving of a document with its content', () =>
  whole({...version, ...contents}, withoutContents),
);

export const difference = named(
  'VersionDifference',
  'What changed from one version to another',
  () =>
    whole({
      from: described(documentVersion, 'The one'),
      to: described(documentVersion, 'The other'),
      fields: described(
        mapOf(
          object({
            from: described(anything, 'What it was'),
            to: described(anything, 'What it is'),
          }),
        ),
        'What differs beside the text, by name',
      ),
      lines: list(
        named('DiffLine', 'A line of a text, and whether it changed', () =>
          whole(
            {
              kind: oneOf(['same', 'removed', 'added'], 'What became of it'),
              text: text('The line'),
              from: integer('Its number before'),
              to: integer('Its number after'),
            },
            ['from', 'to'],
          ),
        ),
        'The text',
      ),
    }),
);

const grantMembers = {
  kind: oneOf(granteeKinds, 'A user, a group, or everybody who is logged in and has the address'),
  name: text('Of the user or the group; empty for a link'),
  permission: oneOf(['read', 'write'], 'What they may do'),
};
export const grant = named('Grant', 'Whom a document is shared with', () => whole(grantMembers));
export const grants = named('Grants', 'Whom a document is shared with', () =>
  whole({
    grants: list(grant, 'Of the document itself'),
    inherited: list(
      named('InheritedGrant', 'Whom a folder is shared with', () =>
        whole({...grantMembers, folder: text('Id of the folder')}),
      ),
      'Of folders above it',
    ),
  }),
);

export const textFiles = whole({
  files: list(
    named('TextFile', 'A query as a file', () =>
      whole({
        path: text('Its folders and its name'),
        text: text('The statements, with what else is known at the top'),
      }),
    ),
    'A file for each query',
  ),
});

export const imported = named('Imported', 'What an import came to', () =>
  whole({
    queries: integer('How many queries were made'),
    folders: integer('How many folders were made'),
    passedOver: integer('Documents of an export that are no queries'),
  }),
);
