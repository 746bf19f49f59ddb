import {
  type Findings,
  type IniSection,
  type IniValue,
  type Keys,
  nearestTo,
  readSections,
  section,
  text,
} from '@gazetteer/settings';
import type {Config} from './connector.ts';
import {connectorOf, sourceTypes} from './connectors.ts';
import type {Source} from './sync.ts';

/** Keys that every source has beside those of its connector. */
const commonKeys = {type: text('', `Kind of source: ${sourceTypes.join(', ')}.`)};

/**
 * The source that a section says; none where what it says is wrong, which `findings` tells then.
 */
export async function sourceOf(
  name: string,
  given: IniSection | IniValue,
  findings: Findings,
): Promise<Source[]> {
  const {where} = given;
  if (given.kind === 'value') {
    findings.errors.push(`${where}: the source ${name} has no keys. It needs at least type:.`);
    return [];
  }
  // A custom attribute of what the source brings has it.
  if (!/^[\w.-]{1,100}$/.test(name)) {
    findings.errors.push(
      `${where}: the name of a source has letters, digits, ".", "_" and "-" only: ${name}`,
    );
    return [];
  }
  const type = given.entries.get('type');
  const word = type?.kind === 'value' ? String(type.text) : '';
  const connector = await connectorOf(word);
  if (connector === undefined) {
    const near = nearestTo(word, sourceTypes, 3);
    findings.errors.push(
      `${type?.where ?? where}: ${word === '' ? `${name} has no type` : `there is no type ${word}`}. ` +
        (near === undefined ? `Types: ${sourceTypes.join(', ')}.` : `Did you mean ${near}?`),
    );
    return [];
  }
  const table = {[name]: section(connector.doc, {...commonKeys, ...connector.keys})};
  const root: IniSection = {kind: 'section', where, entries: new Map([[name, given]])};
  const config = readSections(table, [], root, findings).values[name] as Config<Keys>;
  findings.errors.push(
    ...(connector.check?.(config) ?? []).map(text => `${where}: ${name}: ${text}`),
  );
  return [{name, connector, config}];
}

/** A value with the environment variables that it names as `${NAME}`. */
export function fromEnvironment(
  value: string,
  env: NodeJS.ProcessEnv,
  where: string,
  findings: Findings,
): string {
  return value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = env[name];
    if (found === undefined)
      findings.errors.push(`${where}: the environment variable ${name} is not set.`);
    return found ?? '';
  });
}
