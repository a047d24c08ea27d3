import { ChevronDown } from 'lucide-react';
import { Button, ListBox, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { classes } from './classes.ts';
import { FieldLabel, FieldMessages, type FieldProps } from './Field.tsx';
import { option, type Option } from './option.tsx';
import { useTranslate } from './useTranslate.ts';
import './list.css';
import './Select.css';

export interface SelectProps extends FieldProps {
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  placeholder?: string;
  isDisabled?: boolean;
  name?: string;
  autoFocus?: boolean;
  'aria-label'?: string;
}

export default function Select({
  label,
  hideLabel,
  description,
  error,
  options,
  value,
  onChange,
  placeholder,
  className,
  ...rest
}: SelectProps) {
  const t = useTranslate('core');
  return (
    <AriaSelect
      {...rest}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      placeholder={placeholder ?? t('select.choose')}
      isInvalid={error !== undefined}
      className={classes('g-field', className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      <Button className="g-input g-select">
        {options.find((each) => each.value === value)?.icon}
        <SelectValue className="g-select-value">
          {({ selectedText, isPlaceholder, defaultChildren }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDown aria-hidden="true" />
      </Button>
      <FieldMessages description={description} error={error} />
      <Popover className="g-popover" offset={4}>
        <ListBox className="g-list">{options.map(option)}</ListBox>
      </Popover>
    </AriaSelect>
  );
}
