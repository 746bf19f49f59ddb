import {parseArgs} from 'node:util';

export type BenchOptions = {
  /** Numbers of entities, ascending: one store grows through them. */
  readonly sizes: readonly number[];
  readonly databases: ReadonlySet<'sqlite' | 'postgres'>;
  /** How long each load of writes lasts, and how many calls each load of reads makes at most. */
  readonly seconds: number;
  readonly calls: number;
  /** Each load is repeated so often, and the middle one counts. */
  readonly rounds: number;
  /** Rows of each result that the Thrift client fetches; 0 leaves it out. */
  readonly thriftRows: number;
  /** Entities that exports, imports and the like are measured with; 0 leaves them out. */
  readonly scaleEntities: number;
  /** Minutes that many clients read and write for; 0 for the other measures. */
  readonly loadMinutes: number;
  readonly loadClients: number;
  /** Entities in the store of the pages that a browser opens; 0 leaves them out. */
  readonly pageEntities: number;
  /** Events of OpenLineage that two catalogs are fed with; 0 for the other measures. */
  readonly events: number;
  /** What somebody waits for who types into the editor. */
  readonly typing: boolean;
  /** Who work at once on one process of the editor; 0 leaves the editor out. */
  readonly editorUsers: number;
  /** Rows of the large result there. */
  readonly resultRows: number;
  /** CPU of the server for each kind of request, in place of the other measures. */
  readonly cost: boolean;
  /** Folder of another tree that is asked in turns with this one. */
  readonly before: string | undefined;
  /** Only kinds of requests whose names have this. */
  readonly only: string;
  readonly write: boolean;
};

export const help = `npm run bench -- [options]

Measures this tree on this machine, with servers, databases and temporary folders of its own: writes of one table with
20 columns a request and in bulk, point reads, searches, start, memory and size, lineage and the propagation of
classifications along it, through HTTP and at the store.

  --quick             shorter loads, once each, at 10,000 entities: half a minute a database
  --sqlite            SQLite only
  --postgres          PostgreSQL only; skipped with a reason where no server is installed
  --thrift            the editor's Thrift client only, with a Spark Thrift Server, a HiveServer2 and impyla as far as they
                      are installed (without any of these options: all of them)
  --editor            the editor only: completion, many users with open queries on one process, and one result of a million rows:
                      spooled, read, sorted, searched, downloaded, beside DuckDB's own COPY
  --scale             only what takes long with many entities, 118,300 of them: many classifications, the end of a
                      definition, export and import with their memory (--sqlite or --postgres: on one of the two)
  --load              only this: 200 clients at a time that read and write, with every request recorded; failures, p50, p99,
                      memory at first and at last, and whether every request was recorded
  --minutes <n>       how long that lasts (default 10); --clients <n> other than 200
  --pages             only what a browser waits for: pages with 100,000 entities, and the lineage of 1,001 nodes under the
                      mouse; needs Chromium, and prints its table in place of writing it
  --typing            only the editor in Chromium: keys until they are painted in a script of 10,000 lines, with 30,000 tables
                      beside it; prints its table, too
  --events            only 100,000 events of OpenLineage: how many a second are processed, and that twice and shuffled they make the
                      same catalog (--sqlite or --postgres: on one of the two); prints its table, too
  --cost              only the CPU that each kind of request costs the server, one client, at the first of --sizes, and what a read waits
                      beside slow searches (--only isolation); prints its tables
  --before <folder>   the same of another tree with its packages installed, in turns; --only <text> for some kinds of requests
  --sizes <n,n,...>   numbers of entities to measure at (default 10000,1000000; minutes a database)
  --write             put the tables into docs/benchmarks.md
  --help              this text

Compared are: the store with bare inserts of the same rows, HTTP with node:http that only parses and echoes, each size with
the one before it, and the measures that have a floor with that floor. All clients and databases share the machine.
Figures are the middle one of three loads.`;

/** @returns what is wrong, or undefined when help is asked for */
export function readOptions(args: readonly string[]): BenchOptions | string | undefined {
  let values;
  try {
    ({values} = parseArgs({
      args: [...args],
      options: {
        quick: {type: 'boolean', default: false},
        sqlite: {type: 'boolean', default: false},
        postgres: {type: 'boolean', default: false},
        sizes: {type: 'string'},
        thrift: {type: 'boolean', default: false},
        scale: {type: 'boolean', default: false},
        load: {type: 'boolean', default: false},
        minutes: {type: 'string', default: '10'},
        clients: {type: 'string', default: '200'},
        pages: {type: 'boolean', default: false},
        typing: {type: 'boolean', default: false},
        events: {type: 'boolean', default: false},
        editor: {type: 'boolean', default: false},
        cost: {type: 'boolean', default: false},
        before: {type: 'string'},
        only: {type: 'string', default: ''},
        write: {type: 'boolean', default: false},
        help: {type: 'boolean', default: false},
      },
    }));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (values.help) return undefined;
  const sizes = (values.sizes ?? (values.quick ? '10000' : '10000,1000000')).split(',').map(Number);
  if (
    !sizes.every((size, n) => Number.isInteger(size) && size >= 1000 && size > (sizes[n - 1] ?? 0))
  ) {
    return `--sizes ${values.sizes}: wants ascending numbers of at least 1000, parted by commas`;
  }
  const [minutes, clients] = [Number(values.minutes), Number(values.clients)];
  if (!(minutes > 0) || !Number.isInteger(clients) || clients < 1) {
    return `--minutes ${values.minutes} --clients ${values.clients}: wants numbers above 0`;
  }
  const named = (['sqlite', 'postgres'] as const).filter(name => values[name]);
  const isAlone = values.pages || values.editor;
  return {
    sizes: values.scale || isAlone ? [] : sizes,
    databases: new Set(
      named.length === 0 && !values.thrift && !isAlone ? ['sqlite', 'postgres'] : named,
    ),
    typing: values.typing,
    events: !values.events ? 0 : values.quick ? 10_000 : 100_000,
    pageEntities: !values.pages ? 0 : values.quick ? 10_000 : 100_000,
    scaleEntities: values.thrift || isAlone ? 0 : values.quick ? 10_000 : 118_300,
    thriftRows:
      (named.length > 0 || values.scale || isAlone) && !values.thrift
        ? 0
        : values.quick
          ? 100_000
          : 1_000_000,
    editorUsers:
      (named.length > 0 || values.scale || values.thrift || values.pages) && !values.editor
        ? 0
        : values.quick
          ? 10
          : 50,
    resultRows: values.quick ? 100_000 : 1_000_000,
    seconds: values.quick ? 2 : 5,
    calls: values.quick ? 500 : 3000,
    rounds: values.quick ? 1 : 3,
    loadMinutes: values.load ? minutes : 0,
    loadClients: clients,
    cost: values.cost,
    before: values.before,
    only: values.only,
    write: values.write && !values.load,
  };
}
