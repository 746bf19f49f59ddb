import {showValue, valueText} from './option-value.ts';
import type {OptionTable} from './option.ts';
import type {ReadOptions} from './read-options.ts';

/**
 * The options that were given, as lines of a properties file with the place of each value behind
 * it; secrets are masked.
 */
export function optionsInEffect(
  table: OptionTable,
  {values, where}: Pick<ReadOptions<OptionTable['options']>, 'values' | 'where'>,
): string {
  const lines = Object.entries(table.options).flatMap(([name, option]) => {
    const value = values[name];
    const place = where[name];
    if (place === undefined || value === undefined || option.cli === 'check-config') return [];
    return [`${option.key} = ${showValue(option, valueText(option, value))}  # ${place}`];
  });
  return [`# Options of the ${table.server}; all others have their defaults.`, ...lines].join('\n');
}
