import {
  adminPrivileges,
  AppError,
  classificationNamesOf,
  entityPrivileges,
  factsOf,
  may,
  relationshipPrivileges,
  typePrivileges,
  typeRequest,
  type AccessRequest,
  type AdminPrivilege,
  type Decision,
  type EntityFacts,
  type EntityPrivilege,
  type Grants,
  type Guid,
  type RelationshipPrivilege,
  type TypePrivilege,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {recordsOf} from '../entity/read-entities.ts';
import {open} from '../access/needs.ts';

/** What somebody would want to do. */
export type AccessQuestion = {
  readonly privilege: string;
  /** Of an entity, or of end1 of a relationship. */
  readonly guid: Guid | undefined;
  readonly end2: Guid | undefined;
  /** Of a type or a relationship, or of an entity that there is not yet. */
  readonly typeName: string | undefined;
  readonly classification: string | undefined;
  readonly label: string | undefined;
  readonly businessMetadata: string | undefined;
};

export type AccessAnswer = Omit<Decision, 'until'> & {
  privilege: string;
  /** When the first of the rules that decided ends. */
  until?: string;
  /** Rules that would allow it, had they not ended. */
  ended?: readonly string[];
};

type ExplainArgs = {
  /** Of whom it is asked; undefined: everything is allowed, since there is no policy. */
  readonly given: Grants | undefined;
  /** What they would be given, if no rule ever ended. */
  readonly withEnded: Grants | undefined;
  /** Undefined: all privileges that need no further word. */
  readonly question: AccessQuestion | undefined;
};

const without = 'there is no policy: everybody who is logged in may do everything';

/**
 * GET /admin/authorization: whether somebody may do something, and which rules say so.
 * @throws BAD_REQUEST for a privilege that there is not, or without what it is about;
 * INSTANCE_GUID_NOT_FOUND
 */
export const explainAccess = query({
  // Its route knows who may ask about whom.
  may: open,
  on: 'main',
  logAs: 'AtlasAuthorizer.explain',
  run: async (graph, {given, withEnded, question}: ExplainArgs): Promise<AccessAnswer[]> => {
    const asked =
      question === undefined
        ? adminPrivileges.map(privilege => ({
            privilege,
            request: {kind: 'admin', privilege} as const,
          }))
        : [{privilege: question.privilege, request: await requestOf(graph, question)}];
    return asked.map(({privilege, request}) => ({
      privilege,
      ...(given === undefined
        ? {allowed: true, because: [without]}
        : decisionOf(given, withEnded, request)),
    }));
  },
});

function decisionOf(
  given: Grants,
  withEnded: Grants | undefined,
  request: AccessRequest,
): Omit<AccessAnswer, 'privilege'> {
  const {until, ...decision} = may(given, request);
  const then = withEnded === undefined || decision.allowed ? undefined : may(withEnded, request);
  return {
    ...decision,
    ...(until === undefined ? {} : {until: new Date(until).toISOString()}),
    ...(then?.allowed === true ? {ended: then.because} : {}),
  };
}

async function requestOf(graph: GraphRead, question: AccessQuestion): Promise<AccessRequest> {
  const {privilege, guid, end2, typeName} = question;
  if (isOne(adminPrivileges, privilege))
    return {kind: 'admin', privilege: privilege as AdminPrivilege};
  if (isOne(typePrivileges, privilege)) {
    const def = graph.types.defs.get(typeName ?? '');
    if (def === undefined)
      throw new AppError('BAD_REQUEST', [`${privilege} needs typeName, the name of a type`]);
    return typeRequest(privilege as TypePrivilege, def);
  }
  if (isOne(relationshipPrivileges, privilege)) {
    if (
      guid === undefined ||
      end2 === undefined ||
      !graph.types.relationshipTypes.has(typeName ?? '')
    ) {
      throw new AppError('BAD_REQUEST', [
        `${privilege} needs typeName, a relationship type, and its ends guid and end2`,
      ]);
    }
    const facts = await factsByGuid(graph, [guid, end2]);
    return {
      kind: 'relationship',
      privilege: privilege as RelationshipPrivilege,
      typeName: typeName ?? '',
      end1: facts(guid),
      end2: facts(end2),
    };
  }
  if (isOne(entityPrivileges, privilege)) return await entityRequest(graph, question);
  const all = [
    ...adminPrivileges,
    ...typePrivileges,
    ...entityPrivileges,
    ...relationshipPrivileges,
  ];
  throw new AppError('BAD_REQUEST', [
    `privilege must be one of ${all.join(', ')}, not ${privilege}`,
  ]);
}

async function entityRequest(
  graph: GraphRead,
  {privilege, guid, typeName, classification, label, businessMetadata}: AccessQuestion,
): Promise<AccessRequest> {
  if (guid === undefined && typeName === undefined) {
    throw new AppError('BAD_REQUEST', [
      `${privilege} needs guid, or typeName for an entity that there is not yet`,
    ]);
  }
  const entity =
    guid === undefined
      ? {
          types: [typeName ?? '', ...graph.types.entityType(typeName ?? '').superTypes],
          id: undefined,
          classifications: [],
        }
      : (await factsByGuid(graph, [guid]))(guid);
  return {
    kind: 'entity',
    privilege: privilege as EntityPrivilege,
    entity,
    ...(label === undefined ? {} : {label}),
    ...(businessMetadata === undefined ? {} : {businessMetadata}),
    ...(classification === undefined
      ? {}
      : {classification: classificationNamesOf(graph.types, classification)}),
  };
}

/** @throws INSTANCE_GUID_NOT_FOUND */
async function factsByGuid(
  graph: GraphRead,
  guids: readonly Guid[],
): Promise<(guid: Guid) => EntityFacts> {
  const records = await recordsOf(graph, guids);
  const carried = await graph.carriedBy(guids);
  const facts = new Map(
    records.map(one => {
      const names = new Set(carried.get(one.guid)?.map(had => had.typeName));
      return [one.guid, factsOf(graph.types, one, [...names])];
    }),
  );
  return guid => facts.get(guid) as EntityFacts;
}

function isOne(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
