import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBoxItem } from 'react-aria-components';

export interface Option {
  value: string;
  /** Printed, and found by typing its first letters. */
  title: string;
  /** A second, quieter line. */
  detail?: string;
  icon?: ReactNode;
  isDisabled?: boolean;
}

/** How an option looks in a list that opens. */
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
