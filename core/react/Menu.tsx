import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import {
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  type PopoverProps,
} from 'react-aria-components';
import { classes } from './classes.ts';
import { Kbd } from './Kbd.tsx';
import type { PressedPopup } from './popup-on-demand.ts';
import { useOpensAtOnce } from './useOpensAtOnce.ts';
import './list.css';

export interface MenuAction {
  id: string;
  title: string;
  detail?: string;
  icon?: ReactNode;
  keys?: string;
  /** A destructive action: the text is red, and a dialog asks for confirmation. */
  danger?: boolean;
  isDisabled?: boolean;
  /** A link instead of an action. */
  href?: string;
  onAction?: () => void;
}

/** Entries of which one is selected: language, theme. */
export interface MenuChoice {
  id: string;
  title: string;
  choices: readonly { id: string; title: string; icon?: ReactNode }[];
  selected: string;
  onSelect: (id: string) => void;
}

export type MenuEntry = MenuAction | MenuChoice | 'separator';

export interface MenuProps {
  /** Accessible name. */
  label: string;
  /** The button that opens the menu. */
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  placement?: PopoverProps['placement'];
}

export default function Menu({
  label,
  trigger,
  entries,
  placement = 'bottom end',
  openedBy,
}: MenuProps & PressedPopup) {
  const [box, isOpen, setOpen] = useOpensAtOnce(true);
  return (
    <span ref={box} className="g-door">
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        {trigger}
        <Popover className="g-popover" placement={placement} offset={4}>
          <AriaMenu
            autoFocus={openedBy === 'keyboard' || openedBy === 'virtual' ? 'first' : true}
            className="g-list g-menu"
            aria-label={label}
          >
            {entries.map((entry, at) => {
              if (entry === 'separator') return <Separator key={at} className="g-list-separator" />;
              return 'choices' in entry ? choices(entry) : action(entry);
            })}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
    </span>
  );
}

function action({ id, title, detail, icon, keys, danger, ...rest }: MenuAction) {
  return (
    <MenuItem
      key={id}
      id={id}
      textValue={title}
      {...rest}
      className={classes('g-item', danger && 'g-item-danger')}
    >
      {icon}
      <span className="g-item-text">
        {title}
        {detail && <span className="g-item-detail">{detail}</span>}
      </span>
      {keys && <Kbd keys={keys} />}
    </MenuItem>
  );
}

function choices({ id, title, choices: all, selected, onSelect }: MenuChoice) {
  return (
    <MenuSection
      key={id}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys];
        if (key !== undefined) onSelect(String(key));
      }}
    >
      <Header className="g-list-header">{title}</Header>
      {all.map((one) => (
        <MenuItem key={one.id} id={one.id} textValue={one.title} className="g-item">
          {({ isSelected }) => (
            <>
              {one.icon}
              <span className="g-item-text">{one.title}</span>
              {isSelected && <Check aria-hidden="true" />}
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
