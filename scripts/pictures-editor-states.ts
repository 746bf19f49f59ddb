// States of the editor that need engines and clusters which fail, hang or have much to tell: these
// run in this process.
import {type EditorForTests, editorForTests} from '../apps/editor/test/editor-fixture.ts';
import {application, startFakeCluster} from '../apps/editor/test/fake-cluster.ts';
import {AppError} from '@gazetteer/model';
import {SqlError} from '../apps/editor/src/engine/sql-engine.ts';
import {filesForPictures, fileViews} from './pictures-editor-pages.ts';
import {onSheet, type View} from './pictures-views.ts';

const longName = `${'a_very_long_name_'.repeat(8)}שלום_العربية`;
const refused = new SqlError('unreachable', 'Could not connect to sql2.example:10001', {
  diagnosis: {
    contacted: 'sql2.example:10001, found through ZooKeeper at zk1.example:2181,zk2.example:2181',
    principal: 'hive/sql1.example@EXAMPLE',
    failure: 'Bad status: 3 (GSS initiate failed)',
    findings: [
      {
        check: 'principal',
        isFine: false,
        text: 'The principal is for the host sql1.example, the server is sql2.example',
      },
      {check: 'dns', isFine: true, text: 'sql2.example is 10.0.0.2, and 10.0.0.2 is sql2.example'},
      {check: 'clock', isFine: undefined, text: 'How far the clocks are apart is not known'},
    ],
    advice: [
      'Use the principal of the server on sql2.example',
      'Ask for the ticket anew: kinit -R',
    ],
  },
});

/** A server for these views, and what has to be done when they are taken. */
export async function startStates(): Promise<{
  url: string;
  views: readonly View[];
  stop: () => Promise<void>;
}> {
  const clean: (() => Promise<void>)[] = [];
  const cluster = await startFakeCluster();
  const ini = `[hadoop]\n[[yarn_clusters]]\n[[[default]]]\nresourcemanager_api_url=${cluster.url}
[[hdfs_clusters]]\n[[[default]]]\nwebhdfs_url=http://127.0.0.1:1/webhdfs/v1
[spark]\nlivy_server_url=${cluster.url}`;
  const editor = await editorForTests(
    {after: work => void clean.push(work)},
    undefined,
    {admin: 'ADMIN', ben: 'B'},
    ini,
  );
  for (let n = 1; n <= 60; n++) cluster.apps.push(application(n, n % 3 === 0 ? {user: 'ben'} : {}));
  cluster.apps.push(
    application(0, {
      id: running,
      name: longName,
      user: 'admin',
      state: 'RUNNING',
      finalStatus: 'UNDEFINED',
      progress: 40,
    }),
  );
  editor.engine.tables = Array.from({length: 3000}, (_, n) => ({
    name: `events_${n}`,
    type: 'TABLE',
    comment: '',
  }));
  Object.assign(editor.editor, {files: filesForPictures()});
  const url = await editor.app.listen({host: '127.0.0.1', port: 0});
  return {
    url,
    views: [...viewsOf(editor), ...fileViews],
    stop: async () => {
      await Promise.all(clean.map(work => work()));
      await cluster.stop();
    },
  };
}

const running = 'application_1700000000000_0000';

function viewsOf({engine}: EditorForTests): readonly View[] {
  const refusing = (error: Error, name: string, found: Parameters<typeof onSheet>[1]): View => ({
    name,
    path: '/app/editor/',
    act: async page => {
      engine.refusal = error;
      await onSheet('ROWS 1', found)(page);
      engine.refusal = undefined;
    },
  });
  return [
    {
      name: 'editor-running',
      path: '/app/editor/',
      act: onSheet('HANG', page => page.getByText('Starting Job').first().waitFor()),
    },
    {
      name: 'editor-failed',
      path: '/app/editor/',
      act: onSheet(
        'ROWS 3;\nFAIL Error while compiling statement: line 1:14 Table not found: orders_of_yesterday;\nROWS 5;',
        page => page.getByRole('alert').waitFor(),
        'Control+Shift+Enter',
      ),
    },
    refusing(
      new AppError('NO_RUNNING_SERVER', ['No running server is available.']),
      'editor-popup',
      page => page.getByRole('dialog').waitFor(),
    ),
    refusing(refused, 'editor-diagnosis', page =>
      page.getByRole('region', {name: 'Diagnosis'}).waitFor(),
    ),
    {
      name: 'editor-variables',
      path: '/app/editor/',
      act: onSheet(
        "SELECT * FROM sales WHERE day >= '${from=2024-01-01}' AND country = '${country=DE, FR}'",
        page => page.getByLabel('country', {exact: true}).first().waitFor(),
      ),
    },
    {
      name: 'editor-tables',
      path: '/app/editor/',
      act: async page => {
        await page.getByRole('textbox', {name: 'Filter'}).fill('events_29');
        await page.getByText('events_299', {exact: true}).waitFor();
      },
      isWide: true,
    },
    {
      name: 'editor-session',
      path: '/app/editor/',
      act: async page => {
        await page.getByRole('button', {name: 'Session'}).click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'editor-keys',
      path: '/app/editor/',
      act: async page => {
        await page.locator('.cm-content').press('F1');
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'editor-jobs-queries',
      path: '/jobbrowser/',
      act: page => page.getByRole('table').waitFor(),
    },
    {
      name: 'editor-jobs-sessions',
      path: '/jobbrowser/?view=sessions',
      act: page => page.getByRole('table').waitFor(),
    },
    {
      name: 'editor-jobs-yarn',
      path: '/jobbrowser/?view=jobs',
      act: page => page.getByRole('table').waitFor(),
    },
    {
      name: 'editor-jobs-batches',
      path: '/jobbrowser/?view=livy-batches',
      act: page => page.getByText('Nothing runs here').waitFor(),
    },
    {
      name: 'editor-job',
      path: `/jobbrowser/?view=jobs&id=${running}`,
      act: page => page.getByRole('button', {name: 'Kill'}).waitFor(),
    },
    {
      name: 'editor-job-unknown',
      path: '/jobbrowser/?view=jobs&id=application_1_0009',
      act: page => page.getByRole('button', {name: 'Try again'}).waitFor(),
    },
  ];
}
