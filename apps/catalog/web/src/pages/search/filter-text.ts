// The text form of conditions that Apache Atlas' interface has in its addresses. Saved links have
// it, so it is kept as it is.
import {type Filter, type FilterGroup, isGroup} from '@gazetteer/ui/filter';
import {escaped, unescaped} from '../../address-signs.ts';

const signs = /[%:()]/g;

/**
 * Conditions as one text in an address, as existing links have them:
 * `AND(owner::=::etl::string:1:OR(name::contains::a:2:…))`. What stands between two conditions
 * names the depth of their group; the type behind the value is optional and not needed here.
 */
export function readFilter(text: string | undefined): FilterGroup | undefined {
  if (text === undefined || text === '') return undefined;
  // What cannot be read is no filter.
  const read = readPart(text, 1);
  // A single condition may stand without a group.
  if (read === undefined) return undefined;
  return isGroup(read) ? read : {condition: 'AND', criterion: [read]};
}

/**
 * The same the other way round; undefined without any condition, so that the address has no empty
 * parameter.
 */
export function writeFilter(filter: FilterGroup | undefined): string | undefined {
  return filter === undefined || filter.criterion.length === 0 ? undefined : writePart(filter, 1);
}

function readPart(text: string, depth: number): Filter | undefined {
  const group = /^(AND|OR)\((.*)\)$/s.exec(text);
  if (group === null) return readRule(text);
  const [, condition, inner = ''] = group;
  const criterion = splitAtDepth(inner, depth)
    .map(part => readPart(part, depth + 1))
    .filter(part => part !== undefined);
  return criterion.length === 0
    ? undefined
    : {condition: condition as FilterGroup['condition'], criterion};
}

/** Separators inside of a group in parentheses belong to a deeper level, whatever their number. */
function splitAtDepth(text: string, depth: number): string[] {
  const separator = `:${depth}:`;
  const parts: string[] = [];
  let open = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') open++;
    else if (text[at] === ')') open--;
    // Two colons in a row are part of a condition.
    else if (open === 0 && text.startsWith(separator, at) && text[at - 1] !== ':') {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}

function readRule(text: string): Filter | undefined {
  const [attributeName, operator, value] = text.split('::');
  if (attributeName === undefined || attributeName === '' || operator === undefined)
    return undefined;
  return {
    attributeName,
    operator,
    ...(value === undefined || value === '' ? {} : {attributeValue: unescaped(value)}),
  };
}

function writePart(filter: Filter, depth: number): string {
  if (!isGroup(filter)) {
    return [
      filter.attributeName,
      filter.operator,
      ...(filter.attributeValue === undefined ? [] : [escaped(filter.attributeValue, signs)]),
    ].join('::');
  }
  return `${filter.condition}(${filter.criterion.map(one => writePart(one, depth + 1)).join(`:${depth}:`)})`;
}
