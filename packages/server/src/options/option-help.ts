import {allowedText, defaultText} from './option-value.ts';
import {envName, type Option, type OptionTable} from './option.ts';

const width = 100;

/** What `--help` prints: every option under its heading, at most 100 columns wide. */
export function helpText(table: OptionTable): string {
  const lines = [
    `${table.program} ${table.version}`,
    '',
    ...wrap(`Usage: ${table.usage}`, ''),
    '',
    ...wrap(
      'A value comes from the command line, else the environment, else the properties file, else the default.' +
        (hasTwoPrefixes(table) ? ' Keys may be written with meta. in place of atlas.' : ''),
      '',
    ),
    '',
    '  --config <file>          properties file with the keys below',
    '  --set <key>=<value>      any key; may be repeated',
    '  --help, --version',
  ];
  for (const [group, options] of groups(table)) {
    lines.push('', `${group}:`);
    for (const option of options) {
      lines.push('', `  --${option.cli}${option.type === 'boolean' ? '[=true|false]' : ` <${option.type}>`}`);
      lines.push(...wrap(`${option.doc} Default: ${shown(defaultText(option))}.`, '      '));
      lines.push(
        ...wrap(
          `${allowedLine(option)}key ${keyText(option)}${option.type === 'map' ? '' : `, env ${envName(table, option)}`}`,
          '      ',
        ),
      );
    }
  }
  return lines.join('\n');
}

/** The same as a Markdown page. */
export function optionsMarkdown(table: OptionTable, title: string, intro: string): string {
  const lines = [`# ${title}`, '', intro];
  for (const [group, options] of groups(table)) {
    lines.push('', `## ${group}`, '', '| key | command line, environment | default | meaning |', '|---|---|---|---|');
    for (const option of options) {
      const cells = [
        `\`${keyText(option)}\``,
        `\`--${option.cli}\`${option.type === 'map' ? '' : `<br>\`${envName(table, option)}\``}`,
        defaultText(option) === '' ? '' : `\`${defaultText(option)}\``,
        `${option.doc}${option.type === 'string' ? '' : ` Allowed: ${allowedText(option)}.`}`,
      ];
      lines.push(`| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`);
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

function hasTwoPrefixes(table: OptionTable): boolean {
  return Object.values(table.options).some(option => option.key.startsWith('atlas.'));
}

function groups(table: OptionTable): Map<string, Option[]> {
  return Map.groupBy(Object.values(table.options), option => option.group);
}

function keyText(option: Option): string {
  return option.type === 'map' ? `${option.key}.<name>` : option.key;
}

function allowedLine(option: Option): string {
  return option.type === 'string' || option.type === 'map' ? '' : `${allowedText(option)}; `;
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
