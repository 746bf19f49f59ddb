import {isAppended, type SaveMode} from './appended.ts';
import {mayRefer, visitReferences, type Matched, type Matches} from './drafts.ts';
import {changed, type EdgePlan} from './plan-edges.ts';
import type {EdgeRecord, EdgeRef, Guid, Planning} from './record.ts';
import type {Attribute, TypeRegistry} from '../types/type-registry.ts';

/**
 * References that a type defines as plain attributes, without a relationship type: the value stands
 * in the attributes, and an edge labelled `__<Type>.<attribute>` from the holder (end1) makes it
 * known at the other side, for deletes. Soft references have no edge.
 */
export function plainEdgeRefsOf(types: TypeRegistry, matches: Matches): EdgeRef[] {
  return plainReferences(types, matches)
    .filter(one => one.matched.before !== undefined)
    .map(({matched, attribute}) => ({guid: matched.guid, typeName: labelOf(attribute), end: 1}));
}

export function planPlainEdges(
  types: TypeRegistry,
  matches: Matches,
  stored: readonly EdgeRecord[],
  planning: Planning,
  mode: SaveMode = 'full',
): EdgePlan {
  const plan: EdgePlan = {created: [], updated: [], orphans: []};
  const active = stored.filter(edge => edge.status === 'ACTIVE');
  const byHolder = Map.groupBy(active, edge => `${edge.typeName} ${edge.end1}`);
  const ended = new Set(
    stored
      .filter(edge => edge.status !== 'ACTIVE')
      .map(edge => `${edge.typeName} ${edge.end1} ${edge.end2}`),
  );
  for (const {matched, attribute, targets, deleted} of plainReferences(types, matches)) {
    const typeName = labelOf(attribute);
    const there = byHolder.get(`${typeName} ${matched.guid}`) ?? [];
    for (const edge of there) {
      if (targets.has(edge.end2) || isAppended(types, matched.type, attribute.name, mode)) continue;
      plan.updated.push({before: edge, after: changed(edge, {status: 'DELETED'}, planning)});
      if (attribute.isOwned) plan.orphans.push(edge.end2);
    }
    const held = new Set(there.map(edge => edge.end2));
    for (const end2 of targets) {
      // What was read with a reference to an entity that is gone by now is sent back with it.
      const isPast = deleted.has(end2) && ended.has(`${typeName} ${matched.guid} ${end2}`);
      if (!held.has(end2) && !isPast)
        plan.created.push(plainEdge(typeName, matched.guid, end2, planning));
    }
  }
  return plan;
}

function plainReferences(
  types: TypeRegistry,
  matches: Matches,
): {matched: Matched; attribute: Attribute; targets: Set<Guid>; deleted: Set<Guid>}[] {
  return matches.list.flatMap(matched =>
    [...matched.type.attributes.values()]
      .filter(one => one.name in matched.draft.given && !one.isSoftReference && mayRefer(one.type))
      .map(attribute => {
        const targets = new Set<Guid>();
        const deleted = new Set<Guid>();
        visitReferences(types, attribute.type, matched.draft.given[attribute.name], id => {
          const {guid, isDeleted} = matches.target(id);
          targets.add(guid);
          if (isDeleted) deleted.add(guid);
        });
        return {matched, attribute, targets, deleted};
      }),
  );
}

export function labelOf(attribute: Pick<Attribute, 'key'>): string {
  return `__${attribute.key}`;
}

/** Names of relationship types have no dots. */
export function isPlainEdge({typeName}: EdgeRecord): boolean {
  return typeName.includes('.');
}

export function plainEdge(
  typeName: string,
  end1: Guid,
  end2: Guid,
  {newGuid, userName, now}: Planning,
): EdgeRecord {
  return {
    guid: newGuid(),
    typeName,
    end1,
    end2,
    status: 'ACTIVE',
    createdBy: userName,
    updatedBy: userName,
    createTime: now,
    updateTime: now,
    propagateTags: 'NONE',
  };
}
