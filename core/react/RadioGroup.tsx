import type { ReactNode } from 'react';
import {
  Radio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaProps,
} from 'react-aria-components';
import { classes } from './classes.ts';
import { FieldLabel, FieldMessages, type FieldProps } from './Field.tsx';
import './RadioGroup.css';

export interface RadioGroupProps extends Omit<AriaProps, 'className' | 'style' | 'children'>, FieldProps {
  options: readonly { value: string; title: ReactNode; isDisabled?: boolean }[];
}

/** Selects one of a few visible options. */
export function RadioGroup({
  label,
  hideLabel,
  description,
  error,
  options,
  className,
  ...rest
}: RadioGroupProps) {
  return (
    <AriaRadioGroup
      {...rest}
      isInvalid={error ? true : rest.isInvalid}
      className={classes('g-field', 'g-radios', className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel} isRequired={rest.isRequired} />
      <div className="g-radio-list">
        {options.map(({ value, title, isDisabled }) => (
          <Radio key={value} value={value} isDisabled={isDisabled} className="g-radio">
            <span className="g-radio-dot" aria-hidden="true" />
            {title}
          </Radio>
        ))}
      </div>
      <FieldMessages description={description} error={error} />
    </AriaRadioGroup>
  );
}
