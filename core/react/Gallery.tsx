import type { ReactNode } from 'react';
import { GridLayout, ListBox, ListBoxItem, Size, Virtualizer, type Selection } from 'react-aria-components';
import './Gallery.css';

export interface GalleryProps<T> {
  label: string;
  items: readonly T[];
  itemId: (item: T) => string;
  /** For finding items by typing, and for screen readers. */
  itemText: (item: T) => string;
  children: (item: T) => ReactNode;
  /** Called by a press or Enter. */
  onOpen: (item: T) => void;
  /** Smallest side of an item, CSS pixels. */
  side?: number;
}

/** Pictures in rows as wide as the place; only those in view are drawn, so that there may be many thousands. */
export function Gallery<T extends object>(props: GalleryProps<T>) {
  const { label, items, itemId, itemText, children, onOpen, side = 104 } = props;
  const layoutOptions = {
    minItemSize: new Size(side, side),
    maxItemSize: new Size(side * 1.6, side * 1.6),
    minSpace: new Size(4, 4),
    preserveAspectRatio: true,
  };
  const open = (keys: Selection) => {
    const [key] = keys === 'all' ? [] : keys;
    const item = items.find((one) => itemId(one) === key);
    if (item) onOpen(item);
  };
  return (
    <Virtualizer layout={GridLayout} layoutOptions={layoutOptions}>
      <ListBox
        aria-label={label}
        className="g-gallery"
        layout="grid"
        items={items}
        selectionMode="single"
        selectedKeys={[]}
        onSelectionChange={open}
      >
        {(item) => (
          <ListBoxItem id={itemId(item)} textValue={itemText(item)} className="g-gallery-item">
            {children(item)}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  );
}
