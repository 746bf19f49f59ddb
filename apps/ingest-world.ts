import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {ingest} from '@gazetteer/connectors';
import {ask, type Entity} from './catalog/test/client.ts';
import {
  startFreshCatalog,
  type RunningCatalog,
  type StartOptions,
} from './catalog/test/server-fixture.ts';

type Ran = {readonly code: number; readonly printed: string[]; readonly complained: string[]};

/** Values of a source's keys; a list is written as YAML. */
export type SourceKeys = Readonly<Record<string, string>>;

/** A catalog of its own, and a folder with the file that names it and a source. */
export class IngestWorld {
  readonly catalog: RunningCatalog;
  readonly folder: string;

  private constructor(catalog: RunningCatalog, folder: string) {
    [this.catalog, this.folder] = [catalog, folder];
  }

  static async start(options: StartOptions = {}): Promise<IngestWorld> {
    const folder = await mkdtemp(join(tmpdir(), 'gazetteer-ingest-'));
    return new IngestWorld(await startFreshCatalog(options), folder);
  }

  async stop(): Promise<void> {
    await this.catalog.stop();
    await rm(this.folder, {recursive: true});
  }

  /** Reads a source into the catalog as `npm run ingest` does. */
  async ingest(keys: SourceKeys, args: readonly string[] = [], name = 'shop'): Promise<Ran> {
    const lines = Object.entries(keys).map(([key, value]) => `    ${key}: ${value}`);
    const file = join(this.folder, 'sources.yaml');
    const catalog = `catalog:\n  url: ${this.catalog.url}\n  user: admin\n  password: \${CATALOG_PASSWORD}\n`;
    await writeFile(file, `${catalog}sources:\n  ${name}:\n${lines.join('\n')}\n`);
    const [printed, complained]: [string[], string[]] = [[], []];
    const code = await ingest({
      argv: [file, ...args],
      env: {CATALOG_PASSWORD: 'admin'},
      print: line => void printed.push(line),
      complain: line => void complained.push(line),
      signal: new AbortController().signal,
    });
    return {code, printed, complained};
  }

  async entity(typeName: string, qualifiedName: string): Promise<Entity> {
    const query = `attr:qualifiedName=${encodeURIComponent(qualifiedName)}`;
    const {status, json} = await ask(
      `${this.catalog.url}/api/meta/v2/entity/uniqueAttribute/type/${typeName}?${query}`,
    );
    assert.equal(status, 200, qualifiedName);
    return (json as {entity: Entity}).entity;
  }

  async hasType(name: string): Promise<boolean> {
    return (await ask(`${this.catalog.url}/api/meta/v2/types/typedef/name/${name}`)).status === 200;
  }

  /** Qualified names of ACTIVE entities of a type. */
  async names(typeName: string): Promise<string[]> {
    const body = {
      typeName,
      excludeDeletedEntities: true,
      limit: 100,
      attributes: ['qualifiedName'],
    };
    const {json} = await ask(`${this.catalog.url}/api/meta/v2/search/basic`, {body});
    const {entities = []} = json as {entities?: Entity[]};
    return entities.map(one => String(one.attributes['qualifiedName'])).sort();
  }

  async change(entity: Entity, attribute: string, value: string): Promise<void> {
    const url = `${this.catalog.url}/api/meta/v2/entity/guid/${entity.guid}?name=${attribute}`;
    assert.equal((await ask(url, {method: 'PUT', body: JSON.stringify(value)})).status, 200);
  }

  /** Names of what an entity of `typeName` is made from, itself among them. */
  async lineage(entity: Entity, typeName = 'rdbms_table'): Promise<string[]> {
    const {json} = await ask(
      `${this.catalog.url}/api/meta/v2/lineage/${entity.guid}?direction=INPUT&depth=9`,
    );
    const {guidEntityMap} = json as {guidEntityMap: Record<string, Entity & {displayText: string}>};
    return Object.values(guidEntityMap)
      .filter(one => one.typeName === typeName)
      .map(one => one.displayText)
      .sort();
  }
}
