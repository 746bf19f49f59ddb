/**
 * Actions of the server's audit of entities, to filter by; others that it may send are shown with
 * their own name.
 */
export const auditActions = [
  'ENTITY_CREATE',
  'ENTITY_UPDATE',
  'ENTITY_DELETE',
  'ENTITY_PURGE',
  'ENTITY_IMPORT_CREATE',
  'ENTITY_IMPORT_UPDATE',
  'ENTITY_IMPORT_DELETE',
  'CLASSIFICATION_ADD',
  'CLASSIFICATION_UPDATE',
  'CLASSIFICATION_DELETE',
  'PROPAGATED_CLASSIFICATION_ADD',
  'PROPAGATED_CLASSIFICATION_UPDATE',
  'PROPAGATED_CLASSIFICATION_DELETE',
  'TERM_ADD',
  'TERM_DELETE',
  'LABEL_ADD',
  'LABEL_DELETE',
  'BUSINESS_ATTRIBUTE_UPDATE',
  'CUSTOM_ATTRIBUTE_UPDATE',
] as const;

/**
 * `CLASSIFICATION_ADD` as people say it: `Classification add` would be the API's word,
 * `classification added` is theirs.
 */
export function actionText(action: string): string {
  const words = action.toLowerCase().split('_');
  const verbs: Readonly<Record<string, string>> = {
    create: 'created',
    update: 'updated',
    delete: 'deleted',
    purge: 'deleted permanently',
    add: 'added',
  };
  // The last word is what was done, those before it what it was done to.
  const verb = verbs[words.at(-1) ?? ''];
  return verb === undefined ? words.join(' ') : [...words.slice(0, -1), verb].join(' ');
}
