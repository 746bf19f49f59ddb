import type {Schemas} from '@gazetteer/client';
import {type Flow, flowOf} from '../../graph/flow.ts';
import type {LineageGraph, LineageNode} from './lineage-graph.ts';

type Path = Schemas['ClassificationExplanation']['sources'][number]['path'];

/** Guids of a path, from where a classification is assigned to the root. */
export function guidsOf(path: Path = []): readonly string[] {
  return path.flatMap(({entity}) => entity?.guid ?? []);
}

/**
 * The lineage with the path that a classification came along: it also goes over what is no
 * lineage, such as from a table to its columns.
 */
export function withPropagation(graph: LineageGraph, path: Path = []): LineageGraph {
  const nodes = new Map<string, LineageNode>(graph.nodes);
  const flows = new Map<string, Flow>(graph.flows.map(flow => [flow.id, flow]));
  const entities = path.flatMap(({entity}) => entity ?? []);
  // Those that the lineage has already keep their counts.
  entities.forEach((header, n) => {
    if (!nodes.has(header.guid)) nodes.set(header.guid, {guid: header.guid, header, more: {}});
    const before = entities[n - 1];
    // Classifications may go against the data: then its flow is there already.
    if (before === undefined || flows.has(flowOf(header.guid, before.guid).id)) return;
    const flow = flowOf(before.guid, header.guid);
    flows.set(flow.id, flow);
  });
  return {base: graph.base, nodes, flows: [...flows.values()]};
}
