import {JsonError} from '../json-error.ts';
import {writtenText} from '../entity/exact-number.ts';
import {isMap} from '../entity/value.ts';
import {
  addClassification,
  attributesOf,
  isExported,
  type EntityTransform,
  type RawEntity,
  type TransformScope,
} from './import-transforms.ts';
import {partsOf, type NameParts} from './name-parts.ts';

/** `hive_table.name`, or an attribute of any type without the type. */
type Key = {text: string; typeName: string | undefined; name: string};
/**
 * An entity with the values that its name is made of, which take part under keys of other types
 * (`hive_db.name`).
 */
type Subject = {entity: RawEntity; parts: NameParts | undefined};
type Transformer = {
  matches: (subject: Subject) => boolean;
  apply: (subject: Subject) => void;
  keys: readonly Key[];
};

/**
 * Option `transformers`: a list of `{"conditions": {"hive_db.name": "EQUALS: sales"}, "action":
 * {"hive_db.name": "SET: copy"}}`. When all conditions of one hold, all its actions are done. Where
 * an action names a part of a qualified name, such as the name of the database, the names of tables
 * and columns that contain it follow.
 */
export function readTransformers(json: unknown, scope: TransformScope): EntityTransform {
  if (!Array.isArray(json)) throw new JsonError('Expected an array', undefined, 'transformers');
  const transformers = json.map((one: unknown, i): Transformer => {
    if (!isMap(one)) throw new JsonError('Expected an object', undefined, `transformers[${i}]`);
    const conditions = Object.entries(isMap(one['conditions']) ? one['conditions'] : {});
    const actions = Object.entries(isMap(one['action']) ? one['action'] : {});
    const tests = conditions.map(([key, value]) =>
      condition(readKey(key), writtenText(value), scope),
    );
    const steps = actions.map(([key, value]) =>
      action(readKey(key), value === null ? '' : writtenText(value), scope),
    );
    return {
      matches: subject => tests.every(test => test(subject)),
      apply: subject => steps.forEach(step => step(subject)),
      keys: actions.map(([key]) => readKey(key)),
    };
  });
  const keys = transformers.flatMap(one => one.keys.map(key => key.text));
  return entity => {
    const subject = {entity, parts: partsOf(entity, keys)};
    for (const one of transformers) if (one.matches(subject)) one.apply(subject);
    subject.parts?.settle();
  };
}

function readKey(text: string): Key {
  const key = text.trim();
  const at = key.indexOf('.');
  return at < 0
    ? {text: key, typeName: undefined, name: key}
    : {text: key, typeName: key.slice(0, at), name: key.slice(at + 1)};
}

function condition(key: Key, given: string, scope: TransformScope): (subject: Subject) => boolean {
  const {name, rest, whole} = parted(given);
  const is = (test: (value: string) => boolean) => (subject: Subject) => {
    const value = get(subject, key, scope);
    return value !== null && value !== undefined && test(String(value as string | number));
  };
  const lower = rest.toLowerCase();
  switch (name) {
    case 'ALL':
      return () => true;
    case 'TOPLEVEL':
    case 'OBJECTID':
      return ({entity}) => isExported(entity, scope.exportedItems);
    case 'EQUALS':
      return is(value => value === rest);
    case 'EQUALS_IGNORE_CASE':
      return is(value => value.toLowerCase() === lower);
    case 'STARTS_WITH':
      return is(value => value.startsWith(rest));
    case 'STARTS_WITH_IGNORE_CASE':
      return is(value => value.toLowerCase().startsWith(lower));
    case 'HAS_VALUE':
      return is(value => value !== '');
    default:
      return is(value => value === whole);
  }
}

function action(key: Key, given: string, scope: TransformScope): (subject: Subject) => void {
  const {name, rest, whole} = parted(given);
  const change = (next: (value: string) => string) => (subject: Subject) => {
    const value = get(subject, key, scope);
    if (typeof value === 'string') set(subject, key, next(value), scope);
  };
  switch (name) {
    case 'ADD_CLASSIFICATION':
      return ({entity}) => addClassification(entity, rest);
    case 'REPLACE_PREFIX': {
      const [from, to] = readPrefix(rest);
      return change(value =>
        from !== '' && value.startsWith(from) ? to + value.slice(from.length) : value,
      );
    }
    case 'TO_LOWER':
      return change(value => value.toLowerCase());
    case 'TO_UPPER':
      return change(value => value.toUpperCase());
    case 'CLEAR':
      return subject => {
        if (get(subject, key, scope) !== undefined) set(subject, key, null, scope);
      };
    case 'SET':
      return subject => set(subject, key, rest, scope);
    default:
      return subject => set(subject, key, whole, scope);
  }
}

/**
 * `NAME: rest`; a text without a colon is a rest whose name goes without saying: to equal it, to be
 * set to it.
 */
function parted(given: string): {name: string; rest: string; whole: string} {
  const whole = given.trim();
  const at = given.indexOf(':');
  if (at < 0) return {name: '', rest: whole, whole};
  return {name: given.slice(0, at).trim().toUpperCase(), rest: given.slice(at + 1).trim(), whole};
}

/** `= :from=to` says which sign stands between the two; without a sign the prefix is taken away. */
function readPrefix(given: string): [string, string] {
  const at = given.indexOf(':');
  if (at < 0) return [given, ''];
  const sign = given.slice(0, at).trim();
  const next = given.indexOf(sign, at + 1);
  return next < 0 || sign === ''
    ? [given.slice(at + 1), '']
    : [given.slice(at + 1, next), given.slice(next + sign.length)];
}

function get({entity, parts}: Subject, key: Key, scope: TransformScope): unknown {
  const part = parts?.get(key.text);
  if (part !== undefined) return part;
  return applies(entity, key, scope) ? attributesOf(entity)[key.name] : undefined;
}

function set(
  {entity, parts}: Subject,
  key: Key,
  value: string | null,
  scope: TransformScope,
): void {
  if (parts?.get(key.text) !== undefined) parts.set(key.text, value ?? '');
  else if (applies(entity, key, scope)) attributesOf(entity)[key.name] = value;
}

function applies(entity: RawEntity, {typeName}: Key, {types}: TransformScope): boolean {
  if (typeName === undefined || typeName === entity.typeName) return true;
  return types.entityTypes.get(typeName)?.typeAndSubTypes.has(String(entity.typeName)) === true;
}
