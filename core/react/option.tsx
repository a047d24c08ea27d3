import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBoxItem } from 'react-aria-components';

export interface Option {
  value: string;
  /** Shown, and found by typing its first letters. */
  title: string;
  /** A second line in muted text. */
  detail?: string;
  icon?: ReactNode;
  isDisabled?: boolean;
}

/** Renders an option of a list. */
export function option({ value, title, detail, icon, isDisabled }: Option) {
  return (
    <ListBoxItem key={value} id={value} textValue={title} isDisabled={isDisabled} className="g-item">
      {({ isSelected }) => (
        <>
          {icon}
          <span className="g-item-text">
            {title}
            {detail && <span className="g-item-detail">{detail}</span>}
          </span>
          {isSelected && <Check aria-hidden="true" />}
        </>
      )}
    </ListBoxItem>
  );
}
