import {Button} from '@mantine/core';
import {ChevronRight} from 'lucide-react';
import {type ReactNode, useState} from 'react';
import {useStored} from '@gazetteer/ui';
import {FilterField} from './filter-field.tsx';
import classes from './side-bar.module.css';
import {filterNodes, type TreeNode} from './tree-node.ts';

export type TreeProps = {
  /** Names what is remembered of it. */
  readonly name: string;
  /** What is filtered, for the field's label. */
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  /** Draws a node's link around its content. */
  readonly link: (node: TreeNode, content: ReactNode, className: string | undefined) => ReactNode;
  /** Beside the filter: buttons. */
  readonly tools?: ReactNode;
  /** Beside a node: a menu. */
  readonly menu?: (node: TreeNode) => ReactNode;
  readonly empty: ReactNode;
  /** Open at first sight. */
  readonly isOpen?: boolean;
};

/** More lines than anybody reads, and few enough to be drawn at once. */
const pageSize = 200;

/** Lists inside of lists, with a filter that looks at all levels. */
export function Tree({name, label, nodes, tools, empty, ...rest}: TreeProps) {
  const [text, setText] = useState('');
  const shown = text.trim() === '' ? nodes : filterNodes(nodes, text.trim().toLowerCase());
  return (
    <>
      <div className={classes['bar']}>
        <FilterField of={label} text={text} onText={setText} />
        {tools}
      </div>
      {shown.length === 0 ? (
        text === '' ? (
          empty
        ) : (
          <p className={classes['none']}>No matches</p>
        )
      ) : (
        <Level {...rest} name={name} nodes={shown} depth={0} isFiltered={text.trim() !== ''} />
      )}
    </>
  );
}

type LevelProps = Omit<TreeProps, 'label' | 'tools' | 'empty'> & {
  depth: number;
  isFiltered: boolean;
};

function Level({nodes, ...props}: LevelProps) {
  const [count, setCount] = useState(pageSize);
  return (
    <ul className={classes['tree']}>
      {nodes.slice(0, count).map(node => (
        <Branch key={node.id} node={node} {...props} />
      ))}
      {nodes.length > count && (
        <li>
          <Button size="compact-xs" variant="subtle" onClick={() => setCount(count + pageSize)}>
            {nodes.length - count} more
          </Button>
        </li>
      )}
    </ul>
  );
}

function Branch({node, ...props}: Omit<LevelProps, 'nodes'> & {node: TreeNode}) {
  const {name, depth, isFiltered, link, menu, isOpen: isOpenAtFirst = false} = props;
  // By name and node: the same tree may be grouped in two ways.
  const [isOpen, setOpen] = useStored(`tree.${name}.${node.id}`, isOpenAtFirst);
  const children = node.children ?? [];
  // What was found is in sight, whatever was closed.
  const isExpanded = children.length > 0 && (isOpen || isFiltered);
  const content = (
    <>
      <bdi className={classes['label']} title={node.technical ?? node.label}>
        {node.label}
      </bdi>
      {node.count !== undefined && (
        <span className={classes['count']} title={node.countNote}>
          {node.count.toLocaleString()}
          {node.isMore === true && '+'}
        </span>
      )}
    </>
  );
  return (
    <li>
      <div
        className={classes['node']}
        data-current={node.isCurrent || undefined}
        style={{paddingInlineStart: `${depth * 0.9}rem`}}
      >
        {children.length > 0 ? (
          <button
            type="button"
            className={classes['toggle']}
            aria-expanded={isExpanded}
            aria-label={`${node.label}: ${isExpanded ? 'close' : 'open'}`}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight size={14} className={classes['arrow']} aria-hidden />
          </button>
        ) : (
          <span className={classes['toggle']} aria-hidden />
        )}
        {node.isHeading === true ? (
          <button
            type="button"
            className={classes['link']}
            onClick={() => setOpen(!isOpen)}
            // The arrow before it does the same.
            tabIndex={-1}
          >
            {content}
          </button>
        ) : (
          link(node, content, classes['link'])
        )}
        {menu?.(node)}
      </div>
      {isExpanded && <Level {...props} nodes={children} depth={depth + 1} />}
    </li>
  );
}
