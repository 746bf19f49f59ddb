import {configurationShape} from '@gazetteer/kernel/configuration-shape';
import {AppError} from '@gazetteer/model';
import {type Actor, isAdmin} from '@gazetteer/server';
import type {Configuration} from '@gazetteer/settings';
import type {Editor} from '../editor.ts';
import {query} from '../operation.ts';

/**
 * What the editor was started with.
 * @throws AppError for all who do not administer it
 */
export function configurationFor({configuration}: Editor, actor: Actor): Configuration {
  if (!isAdmin(actor))
    throw new AppError('NOT_ALLOWED', ['Only administrators can read the configuration.']);
  return configuration;
}

export const readConfiguration = query('GET /configuration', {
  summary: 'What the editor was started with',
  description:
    'Every option and key with its value and where it is set; secrets are masked. For administrators.',
  answer: configurationShape,
  errors: ['NOT_ALLOWED'],
  run: async (e, _input, {actor}) => configurationFor(e, actor),
});
