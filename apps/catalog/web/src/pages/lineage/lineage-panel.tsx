import {saveFile, toast} from '@gazetteer/ui';
import {type RefObject, useMemo, useRef, useState} from 'react';
import type {TypeIndex} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {nameOf} from '../../entity/name-of.ts';
import {AddLineage} from './add-lineage.tsx';
import {cardsWith, GraphSearch} from './graph-search.tsx';
import {Legend} from './legend.tsx';
import {LineageActionsContext} from './lineage-actions.ts';
import {type FileFormat, lineageFile} from './lineage-file.ts';
import type {LineageView} from './lineage-link.ts';
import {LineageNotes} from './lineage-notes.tsx';
import {LineageTable} from './lineage-table.tsx';
import classes from './lineage.module.css';
import {NodeDetails} from './node-details.tsx';
import {isStack, type Scene} from './scene.ts';
import {StackDetails} from './stack-details.tsx';
import {Stage} from './stage.tsx';
import {Toolbar} from './toolbar.tsx';
import {useFullScreen} from './use-full-screen.ts';
import {columnsOf, type LoadedLineage, maxColumns} from './use-lineage.ts';
import {type SetView, useActions} from './use-view.ts';

type PanelProps = {
  readonly entity: Entity;
  readonly view: LineageView;
  readonly setView: SetView;
  readonly scene: Scene;
  readonly loaded: LoadedLineage;
  readonly types: TypeIndex;
};

/** The lineage with everything around it. */
export function LineagePanel(props: PanelProps) {
  const {entity, view, setView, scene, loaded, types} = props;
  const panel = useRef<HTMLElement>(null);
  const [isFull, setFull] = useFullScreen();
  const [text, setText] = useState('');
  const [call, setCall] = useState<{guid: string; n: number}>();
  // In their order, for going from one to the next; the set is for asking whether a card is one.
  const found = useMemo(() => cardsWith(text, scene.cards.values()), [text, scene]);
  const hits = useMemo(() => new Set(found), [found]);
  // Made once for all cards: a thousand of them read it.
  const actions = useActions(view, setView, loaded.graph);
  const save = useSave(entity, scene, types, panel);
  // Counted, so that going to the same node again is another call.
  const go = (guid: string) => setCall(last => ({guid, n: (last?.n ?? 0) + 1}));
  // Of the root, whose columns are traced all together.
  const columns = columnsOf(entity, types).length;
  // Stacks are no entities.
  const drawn = [...scene.cards.keys()].filter(guid => !isStack(guid)).length;
  return (
    <LineageActionsContext value={actions}>
      <section
        ref={panel}
        className={classes['lineage']}
        // By style where the browser refuses its own full screen.
        data-full={isFull || undefined}
        aria-label={`Lineage of ${nameOf(entity)}`}
        aria-busy={loaded.isBusy}
      >
        <Toolbar
          view={view}
          onView={setView}
          hasColumns={columns > 0}
          isOnDemand={loaded.isOnDemand}
          isFull={isFull}
          onFull={setFull}
          onExport={format => void save(format)}
          search={<GraphSearch text={text} onText={setText} hits={found} onGo={go} />}
          add={view.asOf === undefined && <AddLineage entity={entity} />}
          legend={<Legend cards={scene.cards.values()} types={types} />}
        />
        <div className={classes['body']}>
          {/* Beside it the details stay open: a row selects as a card does. */}
          {view.show === 'table' ? (
            <LineageTable
              scene={scene}
              hits={hits}
              search={text.trim()}
              onClear={() => setText('')}
              onOpen={actions.select}
            />
          ) : (
            <Stage
              scene={scene}
              types={types}
              selected={view.node}
              hits={hits}
              call={call}
              traced={loaded.columns.traced}
              propagation={loaded.propagation}
              label={`Lineage of ${nameOf(entity)}: ${drawn} entities`}
            >
              <LineageNotes loaded={loaded} hiddenColumns={columns - maxColumns} view={view} />
            </Stage>
          )}
          <Selected {...props} onGo={go} />
        </div>
      </section>
    </LineageActionsContext>
  );
}

/** The details of the chosen node, when the picture has it. */
function Selected(props: PanelProps & {onGo: (guid: string) => void}) {
  const {view, setView, scene, loaded, types} = props;
  // The address may name a node that is folded away or gone.
  const card = scene.cards.get(view.node ?? '');
  if (card === undefined) return null;
  if (card.stack !== undefined) return <StackDetails {...props} stack={card.stack} />;
  return (
    <NodeDetails
      card={card}
      types={types}
      isBase={card.guid === scene.base}
      counts={{
        // Of what is drawn, as the card's own counts.
        in: scene.flows.filter(flow => flow.to === card.guid && !isStack(flow.from)).length,
        out: scene.flows.filter(flow => flow.from === card.guid && !isStack(flow.to)).length,
      }}
      isPath={view.path === card.guid}
      onPath={isPath => setView({...view, path: isPath ? card.guid : undefined})}
      traced={loaded.columns.traced}
    />
  );
}

function useSave(
  entity: Entity,
  scene: Scene,
  types: TypeIndex,
  panel: RefObject<HTMLElement | null>,
) {
  return async (format: FileFormat) => {
    const serviceOf = (typeName: string) => types.entities.get(typeName)?.serviceType ?? '';
    try {
      // A large graph may be more than the browser draws as an image.
      const file = await lineageFile(format, scene, panel.current, serviceOf);
      saveFile(`lineage of ${nameOf(entity).slice(0, 80)}.${format}`, file);
    } catch (error) {
      toast({kind: 'problem', title: 'Couldn’t save the lineage', error});
    }
  };
}
