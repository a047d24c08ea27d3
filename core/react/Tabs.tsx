import type { ReactNode } from 'react';
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
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect?.(String(key))}
      className={classes('g-tabs', className)}
    >
      <TabList aria-label={label} className="g-tab-list">
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
