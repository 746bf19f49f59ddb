import {
  inputFor,
  type OptionInput,
  OptionsError,
  type OptionTable,
  readOptions,
} from '@gazetteer/settings';
import {
  type Findings,
  House,
  passwd,
  passwordFileOf,
  portProblem,
  type Ready,
  type Serving,
  stopOnSignal,
} from '@gazetteer/server';
import {catalogOptions} from './catalog/src/options/catalog-options.ts';
import {editorOptions} from './editor/src/server/options.ts';
import {commandNames, didYouMean, helpAsked, helpText, topics} from './help.ts';

/**
 * A server's code is loaded when it is wanted; its options are always known, to tell the other's
 * from nobody's.
 */
const servers = {
  catalog: {
    options: catalogOptions as OptionTable,
    prepare: async (input: OptionInput) =>
      await (await import('./catalog/src/server/prepare.ts')).prepareCatalog(input),
  },
  editor: {
    options: editorOptions as OptionTable,
    prepare: async (input: OptionInput) =>
      await (await import('./editor/src/server/prepare.ts')).prepareEditor(input),
  },
};

type Name = keyof typeof servers;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string) => void process.stderr.write(`gazetteer: ${text}\n`);

/**
 * A command and its words (`help.ts` lists them), or options alone for both servers in one process,
 * which stop together.
 */
export async function start(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  // Whatever is written here is nobody else's business, also where the folder was made by somebody
  // more generous.
  process.umask(0o077);
  const running: Serving[] = [];
  try {
    await run(argv, env, running);
  } catch (error) {
    const lines =
      error instanceof OptionsError
        ? error.errors
        : [error instanceof Error ? error.message : String(error)];
    for (const line of lines) complain(line);
    await Promise.all(running.map(server => server.stop()));
    process.exit(1);
  }
}

async function run(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  running: Serving[],
): Promise<void> {
  const [first, ...rest] = argv;
  const help = helpAsked(argv);
  if (help !== undefined) {
    const text = await helpText(help);
    if (text !== undefined) print(text);
    else throw new Error(noTopic(help.topic ?? ''));
  } else if (argv.includes('--version') || first === '-v')
    print(`gazetteer ${catalogOptions.version}`);
  else if (first === 'backup' || first === 'restore')
    process.exitCode = await copyData(first, rest, env);
  else if (first === 'ingest') process.exitCode = await readSources(rest, env);
  else if (first === 'migrate') process.exitCode = await copyServer(rest, env);
  else if (first === 'catalog-files') process.exitCode = await keepFiles(rest, env);
  else if (first === 'passwd') process.exitCode = await setPassword(rest, env);
  else if (first === 'catalog' || first === 'editor') await startThese([first], rest, env, running);
  else if (first !== undefined && !first.startsWith('-')) {
    throw new Error(
      `There is no command ${first}.${didYouMean(first, commandNames)} "npm start -- help" lists them.`,
    );
  } else await startThese(['catalog', 'editor'], argv, env, running);
}

function noTopic(topic: string): string {
  const options = Object.values(servers).flatMap(({options: table}) =>
    Object.values(table.options),
  );
  const known = [
    'all',
    ...commandNames,
    ...topics(),
    ...options.flatMap(({cli}) => [cli, cli.split('-')[0] ?? '']),
  ];
  return `There is no help about ${topic}.${didYouMean(topic, known)} "npm start -- help" lists the topics.`;
}

async function copyData(
  name: 'backup' | 'restore',
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const copying = await import('./backup.ts');
  return await copying[name]({argv, env, print});
}

async function readSources(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const {ingest} = await import('@gazetteer/connectors');
  // What was written stays, and the next run goes on from there.
  return await ingest({argv, env, print, complain, signal: stoppedBySignal()});
}

async function keepFiles(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const {catalogFiles} = await import('@gazetteer/catalog-files');
  return await catalogFiles({argv, env, print, complain, signal: stoppedBySignal()});
}

/** The first Ctrl+C ends what goes on in order, the second at once. */
function stoppedBySignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stop.abort(new Error('ended before it was done')));
  return stop.signal;
}

async function copyServer(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const {migrate} = await import('@gazetteer/migration');
  const [enough, stop] = [new AbortController(), new AbortController()];
  const isFollowing = argv.some(word => word.startsWith('--follow'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (!isFollowing || enough.signal.aborted)
        stop.abort(new Error('ended before it was done; the next run goes on from there'));
      enough.abort();
    });
  }
  return await migrate({
    argv,
    env,
    print,
    complain,
    enough: enough.signal,
    signal: stop.signal,
  });
}

async function setPassword(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const fileOf = (rest: readonly string[]) =>
    passwordFileOf(readOptions(catalogOptions, {argv: rest, env}).values);
  return await passwd({argv, fileOf, input: process.stdin, output: process.stdout});
}

/**
 * All are read and checked before the first is started: none is up for a moment because another one
 * cannot be.
 */
async function startThese(
  names: readonly Name[],
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  running: Serving[],
): Promise<void> {
  const ready = await Promise.all(names.map(name => prepared(name, names, argv, env)));
  const found: Findings = {
    errors: all(ready, 'errors'),
    warnings: all(ready, 'warnings'),
    notices: all(ready, 'notices'),
  };
  if (
    argv.some(word => /^--check-config(?:=true)?$/.test(word)) ||
    env['GAZETTEER_CHECK_CONFIG'] === 'true'
  ) {
    report(
      ready.map(one => one.inEffect).filter(text => text !== ''),
      found,
    );
    return;
  }
  if (found.errors.length > 0) throw new OptionsError(found.errors);
  for (const {chosenPort} of ready) {
    const problem =
      chosenPort && (await portProblem(chosenPort.host, chosenPort.port, chosenPort.option));
    if (problem !== undefined) throw new Error(problem);
  }
  // A server that says where it listens can be stopped in order.
  stopOnSignal(running);
  const house = names.length > 1 ? new House() : undefined;
  for (const [index, one] of ready.entries()) {
    try {
      running.push(await one.start(house));
    } catch (error) {
      // Two catalogs on one machine are common, and the second one's editor finds its usual port
      // taken: no reason to stop.
      if (index === 0 || one.chosenPort !== undefined || !isPortTaken(error)) throw error;
      complain(`${(error as Error).message}. The catalog runs without the editor.`);
    }
  }
}

/** What both know goes to both, the rest to the one that knows it. */
async function prepared(
  name: Name,
  names: readonly Name[],
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ready> {
  const others = Object.values(servers)
    .filter(server => server !== servers[name])
    .map(server => server.options);
  const both = inputFor(servers[name].options, others, {argv, env});
  // Where one runs alone an option of the other is wrong, but its variables may be set for the
  // whole machine.
  const input = names.length > 1 ? {...both, others} : {argv, env: both.env, others};
  try {
    return await servers[name].prepare(input);
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error;
    const none = () => Promise.reject(error);
    return {errors: error.errors, warnings: [], notices: [], inEffect: '', start: none};
  }
}

/** What both servers say is said once. */
function all(ready: readonly Ready[], kind: keyof Findings): string[] {
  return [...new Set(ready.flatMap(one => one[kind]))];
}

/** The configuration goes to standard output, everything about it to standard error. */
function report(inEffect: readonly string[], {errors, warnings, notices}: Findings): void {
  if (inEffect.length > 0) print(inEffect.join('\n\n'));
  for (const notice of notices) complain(`note: ${notice}`);
  for (const warning of warnings) complain(`warning: ${warning}`);
  for (const error of errors) complain(`error: ${error}`);
  const count = (list: readonly string[], what: string) =>
    `${list.length} ${what}${list.length === 1 ? '' : 's'}`;
  complain(
    `${count(errors, 'error')}, ${count(warnings, 'warning')}; databases and other servers were not asked`,
  );
  if (errors.length > 0) process.exitCode = 1;
}

function isPortTaken(error: unknown): boolean {
  return (
    error instanceof Error && (error.cause as {code?: unknown} | undefined)?.code === 'EADDRINUSE'
  );
}
