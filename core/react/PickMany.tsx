import { X } from 'lucide-react';
import { useState } from 'react';
import { ComboBox } from './lazy-components.tsx';
import type { FieldProps } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import type { Option } from './option.tsx';
import { useTranslate } from './useTranslate.ts';
import './PickMany.css';

export interface PickManyProps extends Pick<FieldProps, 'label' | 'description'> {
  /** Searches for the text; options already chosen are left out. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  chosen: readonly Option[];
  onChange: (chosen: readonly Option[]) => void;
  placeholder?: string;
}

/** Chooses several of many options: found by typing, shown in a list, and removable. */
export function PickMany({ label, description, find, chosen, onChange, placeholder }: PickManyProps) {
  const t = useTranslate('core');
  const [picks, setPicks] = useState(0);
  const rest = async (text: string, signal: AbortSignal) => {
    const found = await find(text, signal);
    return found.filter(({ value }) => !chosen.some((one) => one.value === value));
  };
  return (
    <div className="g-pick">
      {/* A new combo box for each pick: the same one would take its own clearing for typing, and open again. */}
      <ComboBox
        key={picks}
        autoFocus={picks > 0}
        label={label}
        description={description}
        find={rest}
        value={null}
        onChange={(_, option) => {
          if (!option) return;
          setPicks(picks + 1);
          onChange([...chosen, option]);
        }}
        placeholder={placeholder}
      />
      {chosen.length > 0 && (
        <ul className="g-pick-list" aria-label={t('pick.chosen', { label })}>
          {chosen.map(({ value, title, icon }) => (
            <li key={value}>
              {icon}
              <span>{title}</span>
              <IconButton
                size="s"
                label={t('pick.remove', { title })}
                icon={<X aria-hidden="true" />}
                onPress={() => onChange(chosen.filter((one) => one.value !== value))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
