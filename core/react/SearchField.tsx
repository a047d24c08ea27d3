import { Search, X } from 'lucide-react';
import {
  Button,
  Input,
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaProps,
} from 'react-aria-components';
import { classes } from './classes.ts';
import { FieldLabel } from './Field.tsx';
import './SearchField.css';

export interface SearchFieldProps extends Omit<AriaProps, 'className' | 'style' | 'children'> {
  label: string;
  placeholder?: string;
  className?: string;
}

/** A search field; Esc clears it. */
export function SearchField({ label, placeholder, className, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} className={classes('g-search', className)}>
      <FieldLabel label={label} hideLabel />
      <Search aria-hidden="true" />
      <Input className="g-input" placeholder={placeholder ?? label} />
      <Button className="g-icon-button g-small">
        <X aria-hidden="true" />
      </Button>
    </AriaSearchField>
  );
}
