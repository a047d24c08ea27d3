import { DropIndicator, useDragAndDrop } from 'react-aria-components';
import { TreeView, type TreeProps } from './TreeView.tsx';

/** A tree whose rows can be sorted by dragging. */
export function OrderedTree<T extends object>(props: TreeProps<T>) {
  const { onMove, acceptsOn } = props;
  const { dragAndDropHooks } = useDragAndDrop<T>({
    isDisabled: !onMove,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    getDropOperation: (target) =>
      target.type === 'item' && (target.dropPosition !== 'on' || acceptsOn?.(String(target.key)))
        ? 'move'
        : 'cancel',
    onMove: ({ keys, target }) =>
      onMove?.([...keys].map(String), { id: String(target.key), position: target.dropPosition }),
    renderDropIndicator: (target) => <DropIndicator target={target} className="g-tree-drop" />,
  });
  return <TreeView {...props} dragAndDropHooks={dragAndDropHooks} />;
}
