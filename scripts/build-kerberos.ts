// `npm run kerberos`: builds the optional package `kerberos`, which npm leaves as it came. Its build would fetch the headers
// of the runtime from the runtime's own site; the package that the runtime came in has them, so nothing but the npm registry
// is needed. Wants a C++ compiler, make and Python 3.
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {dirname, join} from 'node:path';

const library = join(import.meta.dirname, '..', 'node_modules', 'kerberos');
const runtime = dirname(dirname(process.execPath));

function build(): number {
  if (!existsSync(library)) {
    console.error(
      'The optional package kerberos is not installed: npm ci installs it unless it is told to omit optional ones.',
    );
    return 1;
  }
  const headers = join(runtime, 'include', 'node', 'node_api.h');
  if (!existsSync(headers))
    console.error(`No headers beside the runtime (${headers}): node-gyp will look for its own.`);
  // npm puts its own node-gyp on the path of the scripts that it runs. What npm was told goes before arguments, so this does, too.
  const env = {...process.env, ...(existsSync(headers) && {npm_config_nodedir: runtime})};
  const options = {cwd: library, env, stdio: 'inherit', shell: process.platform === 'win32'} as const;
  const {status, error} = spawnSync('node-gyp', ['rebuild'], options);
  if (error !== undefined)
    console.error(`node-gyp cannot be run (${error.message}): start this with "npm run kerberos".`);
  return status ?? 1;
}

process.exitCode = build();
