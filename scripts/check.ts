// `npm run check`: everything about the tree that a machine can judge without running it. All
// checks run, whatever one says, and each one also fails when it saw no files: a pattern that
// matches nothing looks just like a clean tree.
import {spawn} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {checkExpressions} from './expressions.ts';
import {checkImports} from './imports.ts';
import {checkWords} from './words.ts';

const root = join(import.meta.dirname, '..');

type Outcome = {readonly ok: boolean; readonly note: string; readonly output: string};
type Check = {readonly name: string; readonly run: () => Promise<Outcome>};

const checks: readonly Check[] = [
  {name: 'types', run: () => checkTypes('tsconfig.json')},
  {name: 'web types', run: () => checkTypes('tsconfig.web.json')},
  {
    name: 'lint',
    run: async () => counted(await tool('oxlint', ['--deny-warnings']), / on (\d+) files/),
  },
  {
    name: 'format',
    run: async () => counted(await tool('oxfmt', ['--check', '.']), / on (\d+) files/),
  },
  {
    name: 'unused',
    run: async () =>
      counted(await tool('knip', ['--no-progress', '--performance']), /^parseFile +(\d+)/m),
  },
  {
    name: 'docs',
    run: async () =>
      counted(
        await tool(process.execPath, ['scripts/docs.ts', '--check']),
        /^(\d+) generated/m,
        'pages',
      ),
  },
  {name: 'lock file', run: checkLockFile},
  {name: 'imports', run: checkImportRules},
  {name: 'words', run: checkWordRules},
  {name: 'expressions', run: checkExpressionRules},
];

async function checkTypes(project: string): Promise<Outcome> {
  const known = join('.cache', `${project}.tsbuildinfo`); // what the last run found, so that the next reads only what changed
  const report = ['--listFiles', '--pretty', 'false'];
  const {code, output} = await tool('tsc', [
    '-p',
    project,
    ...report,
    '--incremental',
    '--tsBuildInfoFile',
    known,
  ]);
  const [own, rest] = split(output, line => line.startsWith(root));
  return outcome(code, own.filter(file => !file.includes('node_modules')).length, rest.join('\n'));
}

/**
 * The lock file pins versions and hashes; where the files come from is the choice of whoever
 * installs. An address in it would send everybody to the registry of the machine that wrote it.
 */
async function checkLockFile(): Promise<Outcome> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, {resolved?: string; integrity?: string; link?: boolean}>;
  };
  const packages = Object.entries(lock.packages).filter(
    ([path, one]) => path.includes('node_modules/') && !one.link,
  );
  const wrong = packages.flatMap(([path, {resolved, integrity}]) => [
    ...(resolved === undefined ? [] : [`${path}: has the address ${resolved}`]),
    ...(integrity === undefined ? [`${path}: has no hash`] : []),
  ]);
  return outcome(wrong.length > 0 ? 1 : 0, packages.length, wrong.join('\n'), 'packages');
}

async function checkImportRules(): Promise<Outcome> {
  const {wrong, files} = await checkImports(root);
  return outcome(wrong.length > 0 ? 1 : 0, files, wrong.join('\n'));
}

async function checkWordRules(): Promise<Outcome> {
  const {wrong, files} = await checkWords(root);
  return outcome(wrong.length > 0 ? 1 : 0, files, wrong.join('\n'));
}

async function checkExpressionRules(): Promise<Outcome> {
  const {wrong, files} = await checkExpressions(root);
  return outcome(wrong.length > 0 ? 1 : 0, files, wrong.join('\n'));
}

async function tool(
  command: string,
  args: readonly string[],
): Promise<{code: number; output: string}> {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`;
  const child = spawn(command, args, {cwd: root, env: {...process.env, PATH: path, NO_COLOR: '1'}});
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({code: code ?? 1, output}));
  });
}

function counted(result: {code: number; output: string}, seen: RegExp, unit = 'files'): Outcome {
  return outcome(result.code, Number(seen.exec(result.output)?.[1] ?? 0), result.output, unit);
}

function outcome(code: number, seen: number, output: string, unit = 'files'): Outcome {
  return {
    ok: code === 0 && seen > 0,
    note: seen > 0 ? `${seen} ${unit}` : `saw no ${unit}`,
    output,
  };
}

function split(output: string, belongs: (line: string) => boolean): [string[], string[]] {
  const lines = output.split('\n');
  return [lines.filter(belongs), lines.filter(line => !belongs(line))];
}

const outcomes = await Promise.all(
  checks.map(async ({name, run}) => {
    const start = performance.now();
    return {name, ...(await run()), ms: Math.round(performance.now() - start)};
  }),
);
for (const {name, ok, output} of outcomes) {
  if (!ok) console.log(`--- ${name} ---\n${output.trim()}\n`);
}
for (const {name, ok, note, ms} of outcomes) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(11)} ${note}, ${ms} ms`);
}
process.exitCode = outcomes.every(one => one.ok) ? 0 : 1;
