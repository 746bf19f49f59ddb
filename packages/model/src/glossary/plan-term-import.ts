import type {IncomingEntity} from '../entity/entity.ts';
import type {Attributes, Guid} from '../entity/record.ts';
import {errorTable} from '../error-table.ts';
import {changedTermEntity, glossaryEntity, termEntity} from './glossary-entity.ts';
import {isGlossaryName, termQualifiedName} from './glossary-types.ts';
import type {ImportLine, TermName} from './import-lines.ts';
import type {TermInput} from './read-glossary-body.ts';

export type ImportInfo = {
  parentObjectName: string;
  childObjectName: string;
  importStatus: 'SUCCESS' | 'FAILED';
  remarks: string;
};

/** What is there already, as guids by qualified name. */
export type TermImportWorld = {
  readonly glossaries: ReadonlyMap<string, Guid>;
  readonly terms: ReadonlyMap<string, Guid>;
  /** Terms that lines may change, by qualified name; without any, lines only make new ones. */
  readonly changeable?: ReadonlyMap<string, StoredTerm>;
};

export type StoredTerm = {
  readonly attributes: Attributes;
  /** By the field of a term. */
  readonly relations: ReadonlyMap<string, readonly Guid[]>;
};

export type TermImportPlan = {
  readonly entities: readonly IncomingEntity[];
  readonly failedImportInfoList: ImportInfo[];
  readonly successImportInfoList: ImportInfo[];
};

/** The qualified names that a plan has to know about. */
export function namesOf(lines: readonly ImportLine[]): {glossaries: string[]; terms: string[]} {
  const related = lines.flatMap(line => [...line.relations.values()].flat());
  const names = [...lines.map(line => line.name), ...related].filter(
    one => one.glossary !== '' && one.term !== '',
  );
  return {
    glossaries: [...new Set(lines.map(line => line.name.glossary).filter(name => name !== ''))],
    terms: [...new Set(names.map(qualifiedNameOf))],
  };
}

/**
 * The terms of a table, with the glossaries that are not there yet. Lines may refer to each other
 * in any order. A line whose term cannot be made is left out; of one whose relations or attributes
 * are partly wrong the rest is made. Both are told. A line about a term that may be changed gives
 * it the texts that the line has, and adds the relations and additional attributes that it names.
 */
export function planTermImport(
  lines: readonly ImportLine[],
  world: TermImportWorld,
): TermImportPlan {
  const plan = {
    failedImportInfoList: [] as ImportInfo[],
    successImportInfoList: [] as ImportInfo[],
  };
  const tell = ({line, name}: ImportLine, problems: readonly string[]) => {
    const about = {parentObjectName: name.glossary, childObjectName: name.term};
    if (problems.length === 0)
      plan.successImportInfoList.push({...about, importStatus: 'SUCCESS', remarks: ''});
    else {
      const remarks = `line ${line}: ${problems.join('; ')}`;
      plan.failedImportInfoList.push({...about, importStatus: 'FAILED', remarks});
    }
  };
  const made = new Map<string, Guid>();
  const accepted = lines.filter((line, i) => {
    const problem = problemOf(line, world, made);
    const name = qualifiedNameOf(line.name);
    if (problem === undefined) made.set(name, world.terms.get(name) ?? `-${i + 1}`);
    else tell(line, [problem]);
    return problem === undefined;
  });
  const glossaries = new Map<string, Guid>(world.glossaries);
  const entities: IncomingEntity[] = [];
  for (const {name} of accepted) {
    if (glossaries.has(name.glossary)) continue;
    const guid = `-glossary-${glossaries.size}`;
    glossaries.set(name.glossary, guid);
    const input = {
      name: name.glossary,
      qualifiedName: undefined,
      attributes: {},
      classifications: [],
    };
    entities.push(glossaryEntity(guid, input, name.glossary));
  }
  for (const line of accepted) {
    const problems = [...line.problems];
    const qualifiedName = qualifiedNameOf(line.name);
    const find = (name: TermName) => {
      const other = qualifiedNameOf(name);
      const guid = made.get(other) ?? world.terms.get(other);
      if (other === qualifiedName) problems.push('a term has no relation to itself');
      else if (guid === undefined) problems.push(`there is no term ${other}`);
      return guid === undefined || other === qualifiedName ? [] : [{guid}];
    };
    const relations = Array.from(
      line.relations,
      ([field, names]) => [field, names.flatMap(find)] as const,
    );
    const guid = made.get(qualifiedName) ?? '';
    const stored = world.changeable?.get(qualifiedName);
    const input = {...inputOf(line), relations: new Map(relations)};
    entities.push(
      stored === undefined
        ? termEntity(guid, input, qualifiedName, glossaries.get(line.name.glossary))
        : changedTerm(guid, stored, input),
    );
    tell(line, problems);
  }
  return {...plan, entities};
}

function problemOf(
  {name}: ImportLine,
  world: TermImportWorld,
  made: ReadonlyMap<string, Guid>,
): string | undefined {
  if (name.glossary === '') return 'GlossaryName is blank';
  if (name.term === '') return 'TermName is blank';
  const isNewGlossary = !world.glossaries.has(name.glossary);
  if ((isNewGlossary && !isGlossaryName(name.glossary)) || !isGlossaryName(name.term)) {
    return errorTable.INVALID_DISPLAY_NAME[2];
  }
  const qualifiedName = qualifiedNameOf(name);
  if (world.terms.has(qualifiedName) && world.changeable?.has(qualifiedName) !== true)
    return `Glossary term with qualifiedName ${qualifiedName} already exists`;
  return made.has(qualifiedName) ? `${qualifiedName} is in the file twice` : undefined;
}

/** What the line leaves empty stays. */
function changedTerm(guid: Guid, stored: StoredTerm, input: TermInput): IncomingEntity {
  const {additionalAttributes: more, ...texts} = input.attributes;
  const given = Object.entries(texts).filter(([, text]) => text !== null);
  const held = stored.attributes['additionalAttributes'] ?? {};
  const additional = more === null ? {} : {additionalAttributes: {...held, ...(more as object)}};
  const relations = [...input.relations]
    .filter(([, terms]) => terms.length > 0)
    .map(([field, terms]) => {
      const all = [...(stored.relations.get(field) ?? []), ...terms.map(one => one.guid)];
      return [field, [...new Set(all)]] as const;
    });
  return changedTermEntity(guid, {...Object.fromEntries(given), ...additional}, new Map(relations));
}

function inputOf({name, examples, additionalAttributes, ...line}: ImportLine) {
  const {shortDescription, longDescription, abbreviation, usage} = line;
  return {
    name: name.term,
    qualifiedName: undefined,
    attributes: {
      shortDescription: shortDescription || null,
      longDescription: longDescription || null,
      abbreviation: abbreviation || null,
      usage: usage || null,
      examples: examples.length === 0 ? null : examples,
      additionalAttributes:
        Object.keys(additionalAttributes).length === 0 ? null : additionalAttributes,
    },
    classifications: [],
    anchor: undefined,
    categories: [],
  };
}

function qualifiedNameOf({glossary, term}: TermName): string {
  return termQualifiedName(term, glossary);
}
