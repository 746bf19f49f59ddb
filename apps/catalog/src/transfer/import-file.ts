import {realpath, stat} from 'node:fs/promises';
import {isAbsolute, join, sep} from 'node:path';
import {AppError} from '@gazetteer/model';

/**
 * The real path of an archive that a request names. It must stand in the folder that an operator
 * has opened for this, even when links are followed. Why not is told only as far as it says nothing
 * of other files.
 * @throws INVALID_PARAMETERS
 */
export async function allowedFile(
  folder: string | undefined,
  fileName: string | undefined,
): Promise<string> {
  if (fileName === undefined) throw refused('FILENAME parameter not found');
  if (folder === undefined)
    throw refused('no folder is open for imports (atlas.import.allowed.directory)');
  if (isAbsolute(fileName) || fileName.includes('\0'))
    throw refused(`${fileName}: the name must be relative to the import folder`);
  if (!fileName.toLowerCase().endsWith('.zip')) throw refused(`${fileName}: not a ZIP archive`);
  const missing = refused(`${fileName}: file not found`);
  try {
    const base = await realpath(folder);
    const path = await realpath(join(base, fileName));
    if (!path.startsWith(base + sep) || !(await stat(path)).isFile()) throw missing;
    return path;
  } catch {
    throw missing;
  }
}

function refused(reason: string): AppError {
  return new AppError('INVALID_PARAMETERS', [reason]);
}
