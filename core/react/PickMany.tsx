import { X } from 'lucide-react';
import { useState } from 'react';
import { ComboBox } from './ComboBox.tsx';
import type { FieldProps } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import type { Option } from './option.tsx';
import { useTranslate } from './useTranslate.ts';
import './PickMany.css';

export interface PickManyProps extends Pick<FieldProps, 'label' | 'description'> {
  /** What is found for the text; those chosen already are left out. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  chosen: readonly Option[];
  onChange: (chosen: readonly Option[]) => void;
  placeholder?: string;
}

/** Several of many: found by typing, shown in a list, taken out of it again. */
export function PickMany({ label, description, find, chosen, onChange, placeholder }: PickManyProps) {
  const t = useTranslate('core');
  const [picks, setPicks] = useState(0);
  const rest = async (text: string, signal: AbortSignal) => {
    const found = await find(text, signal);
    return found.filter(({ value }) => !chosen.some((one) => one.value === value));
  };
  return (
    <div className="g-pick">
      {/* Emptied by a pick it would take its own emptying for typing and open again: each pick has a new one. */}
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
