import type {EffectiveSetting} from '../effective-setting.ts';
import {showValue, valueText} from './option-value.ts';
import type {Option, OptionTable} from './option.ts';
import type {ReadOptions} from './read-options.ts';

type Read = Pick<ReadOptions<OptionTable['options']>, 'values' | 'where'>;

/** Every option of a server with its value; one for each name of those that take several. */
export function effectiveOptions(table: OptionTable, {values, where}: Read): EffectiveSetting[] {
  return Object.entries(table.options)
    .filter(([, option]) => option.cli !== 'check-config')
    .flatMap(([name, option]) => shownOption(option, values[name], where[name] ?? ''));
}

/** The options that were given, as lines of a properties file with the place of each behind it. */
export function optionsInEffect(table: OptionTable, read: Read): string {
  const lines = effectiveOptions(table, read)
    .filter(({place}) => place !== '')
    .map(({name, value, place}) => `${name} = ${value}  # ${place}`);
  return [`# Options of the ${table.server}; all others have their defaults.`, ...lines].join('\n');
}

function shownOption(option: Option, value: unknown, place: string): EffectiveSetting[] {
  const {group, key, doc} = option;
  if (option.type !== 'map')
    return [{group, name: key, value: showValue(option, valueText(option, value)), place, doc}];
  return Object.entries(value as Readonly<Record<string, string>>).map(([name, text]) => ({
    group,
    name: `${key}.${name}`,
    value: showValue(option, text),
    place,
    doc,
  }));
}
