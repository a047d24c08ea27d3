import { useEffect, useRef, type ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { classes } from './classes.ts';
import './Tabs.css';

export interface TabsProps {
  label: string;
  tabs: readonly { id: string; title: string; icon?: ReactNode; content: ReactNode }[];
  selected?: string;
  onSelect?: (id: string) => void;
  className?: string;
}

/** Tabs for several views of one thing; arrow keys move between them. */
export function Tabs({ label, tabs, selected, onSelect, className }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => showSelected(list.current!), [selected]);
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect?.(String(key))}
      className={classes('g-tabs', className)}
    >
      <TabList ref={list} aria-label={label} className="g-tab-list">
        {tabs.map(({ id, title, icon }) => (
          <Tab key={id} id={id} className="g-tab">
            {icon}
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="g-tab-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** Scrolls the list, and nothing around it: on a phone the selected tab of an address may be beyond its edge. */
function showSelected(list: HTMLElement): void {
  const tab = list.querySelector('[aria-selected="true"]');
  if (!tab) return;
  const [{ left, right }, box] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
  if (right > box.right) list.scrollLeft += right - box.right;
  else if (left < box.left) list.scrollLeft -= box.left - left;
}
