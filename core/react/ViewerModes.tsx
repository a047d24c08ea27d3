import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { Menu } from './lazy-components.tsx';
import { ToggleButton } from './ToggleButton.tsx';
import { NARROW, useMedia } from './useMedia.ts';
import { ViewerButtons } from './ViewerButtons.tsx';

/** Icons of the ways of moving that several viewers have. */
export const CAMERA_PATHS = {
  orbit: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M3 12c0-3 4-5 9-5s9 2 9 5-4 5-9 5',
  walk: 'M11 4a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M8 11l4-3 2 4 3 1M12 8l-1 6 4 3v5M11 14l-2 8',
};

interface ViewerModesProps<Mode extends string> {
  label: string;
  /** `path`: of the icon. */
  modes: readonly { readonly id: Mode; readonly title: string; readonly path: string }[];
  selected: Mode;
  onSelect: (mode: Mode) => void;
}

/** How the camera of a viewer moves: a column of buttons, or on a phone one button that opens them as a menu. */
export function ViewerModes<Mode extends string>({
  label,
  modes,
  selected,
  onSelect,
}: ViewerModesProps<Mode>) {
  const isNarrow = useMedia(NARROW);
  if (!isNarrow)
    return (
      <ViewerButtons isBeside label={label}>
        {modes.map(({ id, title, path }) => (
          <ToggleButton
            key={id}
            label={title}
            placement="start"
            icon={<Icon name={{ path }} />}
            isSelected={selected === id}
            onChange={() => onSelect(id)}
          />
        ))}
      </ViewerButtons>
    );
  const choices = modes.map(({ id, title, path }) => ({ id, title, icon: <Icon name={{ path }} /> }));
  const current = choices.find(({ id }) => id === selected);
  return (
    <ViewerButtons isBeside label={label}>
      <Menu
        label={label}
        trigger={<IconButton label={current ? `${label}: ${current.title}` : label} icon={current?.icon} />}
        entries={[{ id: 'modes', title: label, choices, selected, onSelect: (id) => onSelect(id as Mode) }]}
      />
    </ViewerButtons>
  );
}
