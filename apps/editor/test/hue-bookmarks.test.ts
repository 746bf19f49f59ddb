// Bookmarks of Hue's pages lead to what is here in their place; what leads nowhere says so.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {editorForTests} from './editor-fixture.ts';

const authorization = `Basic ${Buffer.from('ada:ada').toString('base64')}`;
const browser = {authorization, accept: 'text/html,application/xhtml+xml,*/*;q=0.8'};

test('bookmarks of pages of Hue lead to pages of the editor', async t => {
  const {app} = await editorForTests(t, undefined, {ada: 'ANALYST'});
  const wanted: Readonly<Record<string, readonly string[]>> = {
    '/app/editor/': ['/hue', '/hue/notebook', '/notebook/editor', '/beeswax/execute'],
    '/hue/editor?type=hive': ['/hue/notebook/editor?type=hive'],
    '/hue/editor?editor=17': [
      '/notebook/editor?editor=17&type=hive',
      '/hue/notebook?notebook=17',
      '/notebook/notebook?notebook=17',
    ],
    '/app/notebooks': ['/hue/notebook/notebooks'],
    '/app/documents/': ['/hue/home', '/hue/home2', '/hue/beeswax/my_queries', '/home?uuid='],
    '/app/documents/?folder=1-2': ['/hue/home?uuid=1-2', '/home2?uuid=1-2'],
    '/app/history/': ['/hue/history', '/hue/impala/query_history'],
    '/app/dashboards': [
      '/hue/dashboard',
      '/hue/dashboard/new_search',
      '/hue/dashboard?collection=1',
    ],
    '/app/schedules': [
      '/hue/scheduler',
      '/hue/scheduler/scheduler/',
      '/hue/oozie/list_oozie_workflows',
      '/hue/oozie/editor/x/1',
    ],
    '/app/tables': ['/hue/tables', '/hue/metastore/databases'],
    '/app/tables/hive/default/x': ['/hue/metastore/table/default/x?source_type=hive'],
    '/app/tables/-/a%20b/x': ['/hue/notebook/browse/a%20b/x', '/notebook/browse/a%20b/x/day=1'],
    '/app/files': ['/hue/filebrowser/view=abfs://container/x', '/hue/filebrowser/view=GS:/'],
    '/app/files/s3a': ['/hue/filebrowser/view=S3A://', '/filebrowser/view=s3a%3A%2F%2F'],
    '/app/import/': ['/hue/importer', '/hue/indexer/importer/prefill/file/default'],
    '/app/configuration/': ['/hue/about', '/hue/about/admin_wizard', '/desktop/dump_config'],
    '/app/files/hdfs/user/ada': [
      '/hue/filebrowser/view=/user/ada',
      '/filebrowser/view=%2Fuser%2Fada',
    ],
    '/jobbrowser/jobs/job_1_2': ['/hue/jobbrowser/jobs/job_1_2'],
  };
  for (const [to, addresses] of Object.entries(wanted))
    for (const url of addresses) {
      const answer = await app.inject({url, headers: browser});
      assert.deepEqual([answer.statusCode, answer.headers['location']], [302, to], url);
    }
});

test('an address that there is not shows a page to browsers, and a message to programs', async t => {
  const {app} = await editorForTests(t, undefined, {ada: 'ANALYST'});
  for (const url of ['/hue/useradmin/users', '/hue/hbase', '/nowhere', '/app/nowhere']) {
    const page = await app.inject({url, headers: browser});
    assert.equal(page.statusCode, 404, url);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.match(page.body, /Page not found/);
    const told = await app.inject({url, headers: {authorization, accept: 'application/json'}});
    assert.equal(told.statusCode, 404, url);
    assert.match(String(told.headers['content-type']), /^application\/json/);
  }
});
