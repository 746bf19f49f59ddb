import assert from 'node:assert/strict';
import {ask} from './client.ts';

export type Json = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Tables and the processes between them, made and asked over the API. Names are unique in a
 * catalog.
 */
export class Lineage {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** The answer's body; fails for anything but success. */
  async send(method: Method, path: string, body?: unknown): Promise<unknown> {
    const answer = await ask(`${this.#base}${path}`, {
      method,
      ...(body === undefined ? {} : {body}),
    });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  async delete(path: string): Promise<void> {
    await this.send('DELETE', path);
  }

  /** Status and error code of a refusal. */
  async refused(method: Method, path: string, body?: unknown): Promise<string> {
    const answer = await ask(`${this.#base}${path}`, {
      method,
      ...(body === undefined ? {} : {body}),
    });
    assert.ok(answer.status >= 400, `${method} ${path}: ${answer.status} ${answer.text}`);
    return `${answer.status} ${String((answer.json as Json)['errorCode'])}`;
  }

  async save(entity: Json): Promise<string> {
    const {guidAssignments} = (await this.send('POST', '/v2/entity', {
      entity: {guid: '-1', ...entity},
    })) as {
      guidAssignments: Record<string, string>;
    };
    return Object.values(guidAssignments)[0] ?? '';
  }

  tableAttributes(name: string): Json {
    return {
      qualifiedName: `${name}@test`,
      name,
      db: {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'lineage@test'}},
    };
  }

  async table(name: string, classifications: object[] = []): Promise<string> {
    await this.save({
      typeName: 'hive_db',
      attributes: {qualifiedName: 'lineage@test', name: 'lineage', clusterName: 'test'},
    });
    return await this.save({
      typeName: 'hive_table',
      attributes: this.tableAttributes(name),
      classifications,
    });
  }

  async processAnswer(
    name: string,
    inputs: readonly string[],
    outputs: readonly string[],
  ): Promise<Json> {
    const refs = (names: readonly string[]) =>
      names.map(one => ({
        typeName: 'hive_table',
        uniqueAttributes: {qualifiedName: `${one}@test`},
      }));
    const attributes = {
      qualifiedName: `${name}@test`,
      name,
      inputs: refs(inputs),
      outputs: refs(outputs),
    };
    return (await this.send('POST', '/v2/entity', {
      entity: {typeName: 'Process', guid: '-1', attributes},
    })) as Json;
  }

  async process(
    name: string,
    inputs: readonly string[],
    outputs: readonly string[],
  ): Promise<string> {
    const {guidAssignments} = (await this.processAnswer(name, inputs, outputs)) as {
      guidAssignments: Record<string, string>;
    };
    return guidAssignments['-1'] ?? '';
  }

  /**
   * `length` tables `<name>0`, … with a process `<name>0_1` between two each; guids in the order of
   * the flow.
   */
  async chain(name: string, length: number): Promise<[string, string, string, ...string[]]> {
    const guids = [await this.table(`${name}0`)];
    for (let n = 1; n < length; n++) {
      const table = await this.table(`${name}${n}`);
      guids.push(
        await this.process(`${name}${n - 1}_${n}`, [`${name}${n - 1}`], [`${name}${n}`]),
        table,
      );
    }
    return guids as [string, string, string, ...string[]];
  }

  async guidOf(name: string, typeName = 'hive_table'): Promise<string> {
    const path = `/v2/entity/uniqueAttribute/type/${typeName}/header?attr:qualifiedName=${name}@test`;
    return String(((await this.send('GET', path)) as Json)['guid']);
  }

  /** `<classification> of <source>`, in order of their names. */
  async carried(guid: string): Promise<string[]> {
    const {list} = (await this.send('GET', `/v2/entity/guid/${guid}/classifications`)) as {
      list: Json[];
    };
    const names = await Promise.all(
      list.map(async one => {
        const source = (await this.send(
          'GET',
          `/v2/entity/guid/${String(one['entityGuid'])}/header`,
        )) as Json;
        return `${String(one['typeName'])} of ${String(source['displayText'])}`;
      }),
    );
    return names.sort();
  }

  /** What a basic search finds, in order of their names. */
  async found(search: Json): Promise<string[]> {
    const {entities = []} = (await this.send('POST', '/v2/search/basic', {
      limit: 100,
      ...search,
    })) as {
      entities?: Json[];
    };
    return entities.map(one => String(one['displayText'])).sort();
  }
}
