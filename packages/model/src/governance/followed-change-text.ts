/** What of a change its text depends on. */
type Changed = {
  /** What was done, as audits name it. */
  readonly action: string;
  readonly classification?: string | undefined;
  readonly term?: {readonly name: string} | undefined;
  /** Names of the attributes that changed. */
  readonly attributes?: readonly string[] | undefined;
};

const attached: Readonly<Record<string, string>> = {
  ADD: 'added',
  UPDATE: 'changed',
  DELETE: 'removed',
};
const done: Readonly<Record<string, string>> = {
  CREATE: 'Created',
  UPDATE: 'Updated',
  DELETE: 'Deleted',
  PURGE: 'Deleted permanently',
};

/** What happened, without what it happened to. @param labelOf names of attributes for people */
export function followedChangeText(
  {action, classification, term, attributes = []}: Changed,
  labelOf: (attribute: string) => string,
): string {
  const verb = action.slice(action.lastIndexOf('_') + 1);
  if (action.includes('CLASSIFICATION')) {
    const name = classification ?? 'Classification';
    const how = attached[verb] ?? '';
    return action.startsWith('PROPAGATED') ? `Propagated ${name} ${how}` : `${name} ${how}`;
  }
  if (action.startsWith('TERM'))
    return `${term === undefined ? 'Term' : `Term ${term.name}`} ${verb === 'ADD' ? 'added' : 'removed'}`;
  if (action.startsWith('LABEL')) return `Labels ${verb === 'ADD' ? 'added' : 'removed'}`;
  if (action === 'BUSINESS_ATTRIBUTE_UPDATE') return 'Business metadata updated';
  if (action === 'CUSTOM_ATTRIBUTE_UPDATE') return 'Custom properties updated';
  const what = done[verb] ?? action;
  return attributes.length === 0 ? what : `${what}: ${attributes.map(labelOf).join(', ')}`;
}
