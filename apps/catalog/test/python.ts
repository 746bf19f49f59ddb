import {execFile} from 'node:child_process';
import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';

const root = join(import.meta.dirname, '..', '..', '..');

/** A Python that has a module, or the reason to skip for want of it. */
export async function findPython(module: string): Promise<{python: string} | {skip: string}> {
  for (const python of [
    process.env['GAZETTEER_TEST_PYTHON'],
    join(root, '.cache', 'venv', 'bin', 'python'),
  ]) {
    try {
      if (python === undefined) continue;
      await access(python);
      await promisify(execFile)(python, ['-c', `import ${module}`]);
      return {python};
    } catch {
      continue;
    }
  }
  return {
    skip:
      `needs Python's ${module}: python3 -m venv .cache/venv && ` +
      '.cache/venv/bin/pip install -r apps/catalog/test/python/requirements.txt',
  };
}
