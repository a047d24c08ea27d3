import { useEffect, useRef, useState } from 'react';
import { lazyChunk } from './on-demand.ts';
import { TreeView, type TreeProps } from './TreeView.tsx';
import { whenCalm } from './when-calm.ts';

export type { TreePlace, TreeProps } from './TreeView.tsx';

/**
 * A tree, or a flat list that can be sorted. The code for dragging is large, so it is loaded at the first pointer or
 * key event in the window; until then the tree looks the same.
 */
export function Tree<T extends object>(props: TreeProps<T>) {
  const orders = props.onMove !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<string>(undefined);
  const [isOrdered, setOrdered] = useState(ordering.here !== undefined);
  useEffect(() => {
    if (!orders || isOrdered) return;
    return whenCalm(box.current!, ordering, () => {
      focused.current = box.current?.querySelector<HTMLElement>('[role="row"]:focus')?.dataset['key'];
      setOrdered(true);
    });
  }, [orders, isOrdered]);
  useEffect(() => {
    if (!isOrdered || focused.current === undefined) return;
    // Rows are rendered after the tree itself.
    const frame = requestAnimationFrame(() => rowOf(box.current!, focused.current)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isOrdered]);
  const OrderedTree = orders && isOrdered ? ordering.here?.OrderedTree : undefined;
  return (
    <div ref={box} className="g-tree-box">
      {OrderedTree ? <OrderedTree {...props} /> : <TreeView {...props} />}
    </div>
  );
}

const ordering = lazyChunk(() => import('./OrderedTree.tsx'));

function rowOf(box: HTMLElement, key: string | undefined): HTMLElement | undefined {
  const rows = box.querySelectorAll<HTMLElement>('[role="row"]');
  return [...rows].find((row) => row.dataset['key'] === key);
}
