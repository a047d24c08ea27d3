import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { classes } from './classes.ts';
import { Select } from './lazy-components.tsx';
import type { TabsProps } from './Tabs.tsx';
import { NARROW, useMedia } from './useMedia.ts';
import './SideTabs.css';

type SideTabsProps = TabsProps & Required<Pick<TabsProps, 'selected' | 'onSelect'>>;

/** Tabs in a column at the left, for more than fit above their content. On a phone a select takes their place. */
export function SideTabs({ label, tabs, selected, onSelect, className }: SideTabsProps) {
  const isNarrow = useMedia(NARROW);
  if (isNarrow)
    return (
      <div className={classes('g-side-tabs-narrow', className)}>
        <Select
          label={label}
          options={tabs.map(({ id, title }) => ({ value: id, title }))}
          value={selected}
          onChange={onSelect}
        />
        {tabs.find(({ id }) => id === selected)?.content}
      </div>
    );
  return (
    <AriaTabs
      orientation="vertical"
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(String(key))}
      className={classes('g-side-tabs', className)}
    >
      <TabList aria-label={label} className="g-side-tab-list">
        {tabs.map(({ id, title, icon }) => (
          <Tab key={id} id={id} className="g-side-tab">
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
