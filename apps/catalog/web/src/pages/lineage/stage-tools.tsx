import {IconButton} from '@gazetteer/ui';
import {MiniMap, useReactFlow} from '@xyflow/react';
import {Crosshair, Maximize, ZoomIn, ZoomOut} from 'lucide-react';
import classes from './lineage.module.css';
import type {CardNode} from './node-card.tsx';
import {pace} from './viewport.ts';

/** Nearer, farther, everything, and back to the start. */
export function StageTools({onStart}: {onStart: () => void}) {
  // Its movements take no time for those who have asked for less motion (`pace`).
  const flow = useReactFlow();
  return (
    <div className={classes['tools']} role="group" aria-label="Zoom">
      <IconButton {...beside} label="Zoom in" onClick={() => void flow.zoomIn({duration: pace()})}>
        <ZoomIn size={18} />
      </IconButton>
      <IconButton
        {...beside}
        label="Zoom out"
        onClick={() => void flow.zoomOut({duration: pace()})}
      >
        <ZoomOut size={18} />
      </IconButton>
      <IconButton
        {...beside}
        label="Fit to view"
        onClick={() => void flow.fitView({duration: pace(), padding: 0.1})}
      >
        <Maximize size={18} />
      </IconButton>
      <IconButton {...beside} label="To the start" onClick={onStart}>
        <Crosshair size={18} />
      </IconButton>
    </div>
  );
}

/** Beside the tools, which stand in a column at the edge. */
const beside = {tipPosition: 'right'} as const;

/** Given to the library as numbers, because it computes the scale from them. */
const mapSize = {width: 170, height: 110};

/** Everything in small, to move by dragging. */
export function StageMap() {
  return (
    <MiniMap<CardNode>
      className={classes['map'] ?? ''}
      style={mapSize}
      pannable
      zoomable
      ariaLabel="Map of the whole graph"
      bgColor="var(--gz-page)"
      maskColor="rgb(127 127 127 / 18%)"
      nodeColor={mapColour}
      nodeBorderRadius={20}
      position="bottom-right"
    />
  );
}

function mapColour({data: {isBase, isSelected, isHit}}: CardNode): string {
  if (isBase || isSelected) return 'var(--mantine-color-sea-6)';
  return isHit ? '#e8a800' : 'var(--gz-flow)';
}
