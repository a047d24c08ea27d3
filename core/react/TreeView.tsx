import { ChevronRight, GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button,
  Collection,
  Tree as AriaTree,
  TreeItem,
  TreeItemContent,
  type DragAndDropHooks,
  type Selection,
} from 'react-aria-components';
import { classes } from './classes.ts';
import { useTranslate } from './useTranslate.ts';
import './Tree.css';

export interface TreePlace {
  id: string;
  position: 'before' | 'after' | 'on';
}

export interface TreeProps<T> {
  label: string;
  items: readonly T[];
  itemId: (item: T) => string;
  /** For screen readers, and for finding rows by typing. */
  itemText: (item: T) => string;
  childrenOf?: (item: T) => readonly T[] | undefined;
  /** Content of a row after the arrow: icon, name, buttons. */
  row: (item: T) => ReactNode;
  expanded?: ReadonlySet<string>;
  onExpand?: (ids: ReadonlySet<string>) => void;
  selection?: 'single' | 'multiple';
  selected?: ReadonlySet<string>;
  onSelect?: (ids: ReadonlySet<string>) => void;
  onOpen?: (id: string) => void;
  /**
   * Allows dragging rows. With the keyboard, Enter on the grip lifts a row, arrow keys and Enter place it, Esc
   * cancels.
   */
  onMove?: (ids: readonly string[], place: TreePlace) => void;
  /** Returns whether something can be dropped onto the row itself. Default: no, only between rows. */
  acceptsOn?: (id: string) => boolean;
  empty?: ReactNode;
  className?: string;
}

export function TreeView<T extends object>(props: TreeProps<T> & { dragAndDropHooks?: DragAndDropHooks<T> }) {
  const { label, items, itemId, itemText, childrenOf, row, onMove, onOpen } = props;
  const t = useTranslate('core');
  const node = (item: T): ReactNode => {
    const below = childrenOf?.(item);
    return (
      <TreeItem
        id={itemId(item)}
        textValue={itemText(item)}
        hasChildItems={below !== undefined && below.length > 0}
        className="g-tree-item"
      >
        <TreeItemContent>
          {({ hasChildItems, allowsDragging }) => (
            <div className="g-tree-row">
              {onMove && !allowsDragging && (
                <span className="g-tree-grip" aria-hidden="true">
                  <GripVertical />
                </span>
              )}
              {allowsDragging && (
                <Button
                  slot="drag"
                  className="g-tree-grip"
                  aria-label={t('tree.move', { name: itemText(item) })}
                >
                  <GripVertical aria-hidden="true" />
                </Button>
              )}
              {childrenOf && (
                <span className="g-tree-arrow">
                  {hasChildItems && (
                    <Button slot="chevron" className="g-icon-button g-small">
                      <ChevronRight aria-hidden="true" />
                    </Button>
                  )}
                </span>
              )}
              {row(item)}
            </div>
          )}
        </TreeItemContent>
        {below && <Collection items={below}>{node as (item: T) => never}</Collection>}
      </TreeItem>
    );
  };
  return (
    <AriaTree
      aria-label={label}
      className={classes('g-tree', props.className)}
      items={items}
      dragAndDropHooks={props.dragAndDropHooks}
      expandedKeys={props.expanded}
      onExpandedChange={(keys) => props.onExpand?.(idsOf(keys))}
      selectionMode={props.selection ?? 'none'}
      selectionBehavior={props.selection === 'multiple' ? 'toggle' : 'replace'}
      selectedKeys={props.selected}
      onSelectionChange={(keys: Selection) => keys !== 'all' && props.onSelect?.(idsOf(keys))}
      onAction={onOpen && ((key) => onOpen(String(key)))}
      renderEmptyState={() => props.empty}
    >
      {node as (item: T) => never}
    </AriaTree>
  );
}

function idsOf(keys: Iterable<string | number>): ReadonlySet<string> {
  return new Set([...keys].map(String));
}
