import {type EmbeddedInterpreter, embeddedByDefault, readEmbedded} from './embedded-engine.ts';
import type {Mechanism} from './hive-site.ts';
import type {GivenConfig} from './keys.ts';
import {type LivyInterpreter, readLivy} from './livy-interpreter.ts';
import {describe, type Findings} from '@gazetteer/settings';

/** The kinds of servers that a record can be built for. */
export const engines = ['main', 'llap', 'procedural', 'catalog', 'analytic', 'sqlalt'] as const;

export type Engine = (typeof engines)[number];

/** One kind of SQL that people can choose. */
export type Interpreter = ThriftInterpreter | EmbeddedInterpreter | LivyInterpreter;

export function isEmbedded(interpreter: Interpreter): interpreter is EmbeddedInterpreter {
  return interpreter.engine === 'duckdb';
}

export function isLivy(interpreter: Interpreter): interpreter is LivyInterpreter {
  return interpreter.engine === 'livy';
}

export type ThriftInterpreter = {
  /** Name of its sub-section; what clients send. */
  readonly type: string;
  readonly name: string;
  readonly interface: ThriftInterface;
  readonly engine: Engine;
  readonly options: InterpreterOptions;
};

/** Of `options`, what the session needs to know; `all` keeps everything as it was given. */
export type InterpreterOptions = {
  readonly server_host?: string;
  readonly server_port?: number;
  readonly use_sasl?: boolean;
  readonly mechanism?: Mechanism;
  readonly transportMode?: 'binary' | 'http';
  readonly sasl_service_name?: string;
  readonly kerberos_principal_short_name?: string;
  readonly principal?: string;
  readonly all: Readonly<Record<string, unknown>>;
};

const otherNames: Readonly<Record<string, Engine>> = {
  hive: 'main',
  beeswax: 'main',
  hplsql: 'procedural',
  hms: 'catalog',
  impala: 'analytic',
  sparksql: 'sqlalt',
};

/** All speak Thrift; `hms` is the metastore, whatever its interpreter is called. */
const thrift = ['sqlserver2', 'hiveserver2', 'hms'] as const;

export type ThriftInterface = (typeof thrift)[number];

const notServed =
  `sqlalchemy rdbms jdbc trino presto athena teradata solr ksql flink sqlflow livy-batch oozie text hbase kafka
  dataeng phoenix postgresql mysql`.split(/\s+/);

/**
 * The engine behind a type of interpreter or a name of the reference; any other type is a view of
 * the main server.
 */
export function engineOf(type: string): Engine {
  const name = type.toLowerCase();
  return engines.find(engine => engine === name) ?? otherNames[name] ?? 'main';
}

/**
 * Those that are served here; the main server is offered also when nobody says so, the embedded
 * engine when nobody says anything.
 */
export function readInterpreters(
  {interpreters}: GivenConfig['notebook'],
  origins: ReadonlyMap<string, string>,
  findings: Findings,
): Interpreter[] {
  const read = Object.entries(interpreters.named).flatMap(
    ([type, {name, interface: face, options}]): Interpreter[] => {
      const path = `notebook.interpreters.${type}`;
      const where = (key: string) => origins.get(`${path}.${key}`) ?? origins.get(path) ?? '';
      if (notServed.includes(face)) {
        findings.warnings.push(
          `${where('interface')}: the interpreter ${type} is left out; ${face} is not served here.`,
        );
        return [];
      }
      const fail = (message: string) =>
        findings.errors.push(`${where('options')}: ${describe(`${path}.options`)}: ${message}.`);
      if (face === 'duckdb') return [readEmbedded(type, name, options, fail)];
      if (face === 'livy') return [readLivy(type, name, options, fail)];
      const served = thrift.find(word => word === face);
      if (served === undefined) {
        const what = `${describe(`${path}.interface`)} = ${JSON.stringify(face)}`;
        findings.errors.push(
          `${where('interface')}: ${what} is not valid; allowed is one of ${[...thrift, 'duckdb', 'livy'].join(', ')}.`,
        );
      }
      const engine = served === 'hms' ? 'catalog' : engineOf(type);
      return [
        {
          type,
          name,
          interface: served ?? 'sqlserver2',
          engine,
          options: readOptions(options, fail),
        },
      ];
    },
  );
  const hasMain = read.some(({engine}) => engine === 'main');
  if (hasMain) return read;
  const main: ThriftInterpreter = {
    type: 'main',
    name: 'SQL',
    interface: 'sqlserver2',
    engine: 'main',
    options: {all: {}},
  };
  if (read.length > 0) return [main, ...read];
  // Without a word about a server there hardly is one: then first what works.
  const isServerKnown = [...origins.keys()].some(key => key.startsWith('beeswax.'));
  return isServerKnown ? [main, embeddedByDefault] : [embeddedByDefault, main];
}

/**
 * Hosts, ports and switches come as texts or as JSON values. `fail` hears of each one that cannot
 * be meant.
 */
export function readOptions(
  all: Readonly<Record<string, unknown>>,
  fail: (message: string) => void,
): InterpreterOptions {
  const read = <T>(
    name: string,
    allowed: string,
    accept: (text: string) => T | undefined,
  ): T | undefined => {
    const value = all[name];
    if (value === undefined || value === null || value === '') return undefined;
    const accepted = ['string', 'number', 'boolean'].includes(typeof value)
      ? accept(String(value).trim())
      : undefined;
    if (accepted === undefined)
      fail(`${name} = ${JSON.stringify(value)} is not valid; allowed is ${allowed}`);
    return accepted;
  };
  const oneOf = <const T extends string>(name: string, words: readonly T[]) =>
    read(name, `one of ${words.join(', ')}`, text =>
      words.find(word => word.toLowerCase() === text.toLowerCase()),
    );
  const text = (name: string) => read(name, 'text', given => given);
  const options = {
    server_host: text('server_host'),
    server_port: read('server_port', 'a whole number from 1 to 65535', portOf),
    use_sasl: read('use_sasl', 'true or false', flagOf),
    mechanism: oneOf('mechanism', ['GSSAPI', 'PLAIN', 'NOSASL']),
    transportMode: oneOf('transportMode', ['binary', 'http']),
    sasl_service_name: text('sasl_service_name'),
    kerberos_principal_short_name: text('kerberos_principal_short_name'),
    principal: text('principal'),
  };
  const given = Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  );
  return {...given, all};
}

function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}

/** Undefined for what is neither. */
export function flagOf(text: string): boolean | undefined {
  const word = text.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}
