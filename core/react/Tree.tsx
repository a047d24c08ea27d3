import { useEffect, useRef, useState } from 'react';
import type { OrderedTree as OrderedTreeComponent } from './OrderedTree.tsx';
import { TreeView, type TreeProps } from './TreeView.tsx';

export type { TreePlace, TreeProps } from './TreeView.tsx';

type OrderedTree = typeof OrderedTreeComponent;

/**
 * A tree, or a flat list that can be put in order. What dragging needs is much, so it comes with the first sign of a hand
 * or a key anywhere in the window; until then the tree looks the same.
 */
export function Tree<T extends object>(props: TreeProps<T>) {
  const orders = props.onMove !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const [ordered, setOrdered] = useState<{ Tree: OrderedTree; hadFocus: boolean }>();
  useEffect(() => {
    if (!orders) return;
    const notice = () => {
      forget();
      import('./OrderedTree.tsx').then(
        ({ OrderedTree: Tree }) =>
          setOrdered({ Tree, hadFocus: box.current?.contains(document.activeElement) ?? false }),
        // Without the network rows keep their order; the next hand tries again.
        listen,
      );
    };
    const listen = () => SIGNS.forEach((sign) => window.addEventListener(sign, notice));
    const forget = () => SIGNS.forEach((sign) => window.removeEventListener(sign, notice));
    listen();
    return forget;
  }, [orders]);
  return (
    <div ref={box} className="g-tree-box">
      {orders && ordered ? (
        <ordered.Tree {...props} autoFocus={ordered.hadFocus ? 'first' : false} />
      ) : (
        <TreeView {...props} />
      )}
    </div>
  );
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const;
