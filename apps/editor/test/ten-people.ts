// Ten people who may have two sessions each and want to run five statements.
import assert from 'node:assert/strict';
import {soon} from '@gazetteer/model/testing';
import {asUser, type EditorForTests} from './editor-fixture.ts';

/** By their names, as `editorForTests` takes them. */
export const tenPeople = Object.fromEntries(
  Array.from({length: 10}, (_, n) => [`p${n}`, 'ANALYST']),
);

/**
 * All at the same time: each runs five statements, two of which run while three wait in line, and
 * cancels one after the other, so that those that wait get the sessions in their order.
 * @param hang a statement that runs until it is cancelled
 */
export async function runFiveEach(
  editor: EditorForTests,
  hang: (name: string, n: number) => string,
): Promise<void> {
  const runs = Object.keys(tenPeople).map(name => runFive(editor, name, n => hang(name, n)));
  await Promise.all(runs);
}

async function runFive(
  editor: EditorForTests,
  name: string,
  hang: (n: number) => string,
): Promise<void> {
  const as = asUser(editor, name);
  const inUse = () => editor.editor.pool.ledger().filter(({user}) => user === name).length;
  const places = async () => {
    const {body} = await as('GET', '/api/v1/queries/waiting');
    return (body['waiting'] as readonly {sql: string; ahead: number}[]).map(
      ({sql, ahead}) => `${sql} ${ahead}`,
    );
  };
  const answers: Promise<string>[] = [];
  for (let n = 0; n < 5; n++) {
    const asked = as('POST', '/api/editor/execute/hive', {statement: hang(n)});
    answers.push(
      asked.then(({body}) => {
        assert.equal(body['status'], 0, JSON.stringify(body));
        return String(body['history_uuid']);
      }),
    );
    if (n < 2) await asked;
    else await soon(async () => assert.equal((await places()).at(-1), `${hang(n)} ${n - 2}`));
  }
  for (let n = 0; n < 5; n++) {
    await soon(() => assert.equal(inUse(), Math.min(2, 5 - n)));
    assert.deepEqual(
      await places(),
      [2, 3, 4].slice(n).map((each, ahead) => `${hang(each)} ${ahead}`),
    );
    await as('POST', '/api/editor/cancel_statement', {operationId: await answers[n]});
    // The next one has its session then.
    await answers[n + 2];
    await soon(async () => assert.equal((await places()).length, Math.max(0, 2 - n)));
  }
}
