import {tableRow} from '../markdown.ts';
import {defaultText, kindOf} from './option-value.ts';
import {envName, type Option, type OptionTable} from './option.ts';

const width = 100;

/**
 * Options of one or several servers under their headings, each once, at most 100 columns wide.
 * Where there are several, an option that one of them alone has says whose it is.
 */
export function optionsHelp(
  tables: readonly OptionTable[],
  isWanted: (option: Option) => boolean,
): string {
  const owners = new Map<string, OptionTable[]>();
  const options = new Map<string, Option>();
  for (const table of tables) {
    for (const option of Object.values(table.options).filter(isWanted)) {
      options.set(option.cli, option);
      owners.set(option.cli, [...(owners.get(option.cli) ?? []), table]);
    }
  }
  const lines: string[] = [];
  for (const [group, members] of Map.groupBy(options.values(), option => option.group)) {
    lines.push('', `${group}:`);
    for (const option of members) {
      const [owner, ...more] = owners.get(option.cli) ?? [];
      const whose = tables.length > 1 && more.length === 0 ? ` (${owner?.server} only)` : '';
      lines.push('', `  --${option.cli}${valueText(option)}${whose}`);
      lines.push(...wrap(`${option.doc} Default: ${shown(defaultText(option))}.`, '      '));
      const variable =
        option.type === 'map' || owner === undefined ? '' : `, env ${envName(owner, option)}`;
      lines.push(...wrap(`${allowedLine(option)}key ${keyText(option)}${variable}`, '      '));
    }
  }
  return lines.slice(1).join('\n');
}

function valueText(option: Option): string {
  return option.type === 'boolean' ? '[=yes|no]' : ` <${option.type}>`;
}

/** All options of a server as a Markdown page. */
export function optionsMarkdown(table: OptionTable, title: string, intro: string): string {
  const lines = [`# ${title}`, '', intro];
  for (const [group, options] of groups(table)) {
    lines.push(
      '',
      `## ${group}`,
      '',
      '| key | command line, environment | default | meaning |',
      '|---|---|---|---|',
    );
    for (const option of options) {
      const cells = [
        `\`${keyText(option)}\``,
        `\`--${option.cli}\`${option.type === 'map' ? '' : `<br>\`${envName(table, option)}\``}`,
        defaultText(option) === '' ? '' : `\`${defaultText(option)}\``,
        `${option.doc}${option.type === 'string' ? '' : ` Allowed: ${kindOf(option).allowed}.`}`,
      ];
      lines.push(tableRow(cells));
    }
  }
  const inert = table.inert.filter(row => row.why !== '');
  if (inert.length > 0) {
    const why = 'Accepted, so that an existing file can be used, with a line in the log.';
    lines.push('', '## Keys without effect', '', why, '', '| keys | why |', '|---|---|');
  }
  for (const {keys, why} of inert) {
    const names = keys.map(key => `\`${key}${key.endsWith('.') ? '*' : ''}\``).join(', ');
    lines.push(`| ${names} | ${why} |`);
  }
  return `${lines.join('\n')}\n`;
}

function groups(table: OptionTable): Map<string, Option[]> {
  return Map.groupBy(Object.values(table.options), option => option.group);
}

function keyText(option: Option): string {
  return option.type === 'map' ? `${option.key}.<name>` : option.key;
}

function allowedLine(option: Option): string {
  return option.type === 'string' || option.type === 'map' ? '' : `${kindOf(option).allowed}; `;
}

function shown(text: string): string {
  return text === '' ? 'none' : text;
}

function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line !== indent && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...lines, line];
}
