import {inputFor, OptionsError, type OptionTable, type Serving, stopOnSignal} from '@gazetteer/server';
import {catalogOptions} from './catalog/src/options.ts';
import {editorOptions} from './editor/src/options.ts';

/** A server's code is loaded when it is wanted; its options are always known, to tell the other's from nobody's. */
const servers = {
  catalog: {
    options: catalogOptions as OptionTable,
    load: async () => (await import('./catalog/src/main.ts')).startCatalog,
  },
  editor: {
    options: editorOptions as OptionTable,
    load: async () => (await import('./editor/src/main.ts')).startEditor,
  },
};

type Name = keyof typeof servers;

/** `catalog ...`, `editor ...`, `passwd ...`, `backup ...`, `restore ...`, or nothing of the kind for both servers in one process, which stop together. */
export async function start(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  // Whatever is written here is nobody else's business, also where the folder was made by somebody more generous.
  process.umask(0o077);
  const [first, ...rest] = argv;
  const running: Serving[] = [];
  try {
    if (first === 'catalog' || first === 'editor') await startOne(first, rest, env, running);
    else if (first === 'backup' || first === 'restore') process.exitCode = await copyData(first, rest, env);
    else if (first === 'passwd') await startOne('catalog', argv, env, running);
    else await startBoth(argv, env, running);
  } catch (error) {
    const lines =
      error instanceof OptionsError ? error.errors : [error instanceof Error ? error.message : String(error)];
    for (const line of lines) process.stderr.write(`gazetteer: ${line}\n`);
    await Promise.all(running.map(server => server.stop()));
    process.exit(1);
  }
  if (running.length > 0) stopOnSignal(running);
}

async function copyData(name: 'backup' | 'restore', argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const commands = await import('./backup.ts');
  return await commands[name]({argv, env, print: text => void process.stdout.write(`${text}\n`)});
}

async function startOne(
  name: Name,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  running: Serving[],
): Promise<void> {
  const start = await servers[name].load();
  // An option of the other one is wrong here, but its variables may be set for the whole machine.
  const serving = await start(argv, inputOf(name, [], env).env);
  if (serving !== undefined) running.push(serving);
}

/** What both know goes to both, the rest to the one that knows it. The catalog answers before the editor is loaded. */
async function startBoth(argv: readonly string[], env: NodeJS.ProcessEnv, running: Serving[]): Promise<void> {
  const names: readonly Name[] = argv.includes('--check-config') ? ['editor'] : ['catalog', 'editor'];
  for (const name of names) {
    const start = await servers[name].load();
    const input = inputOf(name, argv, env);
    try {
      const serving = await start(input.argv, input.env);
      if (serving !== undefined) running.push(serving);
    } catch (error) {
      // Two catalogs on one machine are common, and the second one's editor finds its usual port taken: no reason to stop.
      if (name !== 'editor' || !isPortTaken(error) || isEditorPortGiven(argv, env)) throw error;
      process.stderr.write(`gazetteer: ${(error as Error).message}. The catalog runs without the editor.\n`);
    }
  }
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && (error.cause as {code?: unknown} | undefined)?.code === 'EADDRINUSE';
}

function isEditorPortGiven(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  return argv.some(word => /^--editor-port(=|$)/.test(word)) || env['GAZETTEER_EDITOR_PORT'] !== undefined;
}

function inputOf(name: Name, argv: readonly string[], env: NodeJS.ProcessEnv) {
  const others = Object.values(servers).filter(server => server !== servers[name]);
  return inputFor(
    servers[name].options,
    others.map(other => other.options),
    {argv, env},
  );
}
