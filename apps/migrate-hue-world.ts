import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {TestContext} from 'node:test';
import {migrate} from '@gazetteer/migration';
import {asUser, type EditorForTests, editorForTests} from './editor/test/editor-fixture.ts';

export type Difference = {
  readonly kind: string;
  readonly uuid: string;
  readonly name: string;
  readonly source?: string;
  readonly target?: string;
  readonly reason?: string;
};
export type Report = {
  readonly documents: number;
  readonly statements: number;
  readonly differences: readonly Difference[];
  readonly notes: readonly {readonly name: string; readonly reason: string}[];
  readonly left: readonly {readonly name: string; readonly reason: string}[];
  readonly refused: readonly {readonly name: string; readonly reason: string}[];
};

const users = {admin: 'ADMIN', ada: 'ANALYST', bob: 'STEWARD', cyd: 'ANALYST'};

/** An editor that answers at an address; whoever has a name has it as password. */
export async function listening(
  t: TestContext,
): Promise<{readonly editor: EditorForTests; readonly url: string}> {
  const editor = await editorForTests(t, undefined, users);
  return {editor, url: await editor.app.listen({port: 0, host: '127.0.0.1'})};
}

/** An editor to fill, and `npm run migrate` for it. */
export async function targetForTests(t: TestContext) {
  const {editor, url} = await listening(t);
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-migrate-hue-'));
  t.after(async () => await rm(folder, {recursive: true}));
  const run = async (
    args: readonly string[],
    {user = 'ada', endAt}: {user?: string; endAt?: readonly [address: string, nth: number]} = {},
  ) => {
    const [printed, complained]: [string[], string[]] = [[], []];
    const stop = new AbortController();
    const own = globalThis.fetch;
    let met = 0;
    globalThis.fetch = async (...request) => {
      if (String(request[0]).includes(endAt?.[0] ?? ' ') && ++met === endAt?.[1])
        stop.abort(new Error('interrupted'));
      return await own(...request);
    };
    try {
      const code = await migrate({
        argv: [
          `--to=${url}`,
          `--folder=${join(folder, 'work')}`,
          `--from-user=${user}`,
          '--to-user=admin',
          ...args,
        ],
        env: {MIGRATE_FROM_PASSWORD: user, MIGRATE_TO_PASSWORD: 'admin'},
        print: line => void printed.push(line),
        complain: line => void complained.push(line),
        enough: new AbortController().signal,
        signal: stop.signal,
      });
      return {code, printed: printed.join('\n'), complained: complained.join('\n')};
    } finally {
      globalThis.fetch = own;
    }
  };
  const report = async () =>
    JSON.parse(await readFile(join(folder, 'work', 'report.json'), 'utf8')) as Report;
  const usersFile = async () =>
    await readFile(join(folder, 'work', 'users-credentials.properties'), 'utf8');
  return {editor, folder, run, report, usersFile, as: (name: string) => asUser(editor, name)};
}
