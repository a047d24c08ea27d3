import { useState, type KeyboardEvent } from 'react';
import { Group, Input, TextField as AriaTextField } from 'react-aria-components';
import { classes } from './classes.ts';
import { FieldLabel, FieldMessages, type FieldProps } from './Field.tsx';
import { useI18n, useTranslate } from './useTranslate.ts';
import './NumberField.css';

export interface NumberFieldProps extends FieldProps {
  /** `undefined`: empty. */
  value: number | undefined;
  /** Called for each typed number within the limits, and when the field is cleared. */
  onChange: (value: number | undefined) => void;
  /** Shown after the number: `m`, `gon`, `°`. */
  unit?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  /** Step of the arrow keys; ten times as much with Shift. Default: 1. */
  step?: number | undefined;
  /** Most decimals shown. Default: 6. Typed values are not rounded. */
  digits?: number | undefined;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  name?: string;
  placeholder?: string;
  onFocus?: () => void;
  onBlur?: () => void;
}

/**
 * A measured value. Decimal comma and point are both accepted in every language (see `I18n.parseNumber`). The value
 * is never rounded or clamped silently: a number outside the limits stays as typed, with an error, and so does one
 * beyond 2^53, which would be rounded.
 */
export function NumberField(props: NumberFieldProps) {
  const {
    label,
    hideLabel,
    value,
    onChange,
    unit,
    min = -Infinity,
    max = Infinity,
    step = 1,
    digits = 6,
  } = props;
  const i18n = useI18n();
  const t = useTranslate('core');
  const [typed, setTyped] = useState<string>();
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    // Its owner has emptied it, as forms do that take one thing after the other.
    if (value === undefined && typed?.trim()) setTyped(undefined);
  }

  const print = (number: number | undefined) =>
    number === undefined ? '' : i18n.number(number, { maximumFractionDigits: digits, useGrouping: false });
  const wrongWith = (text: string): string | null => {
    if (text.trim() === '') return null;
    const number = i18n.parseNumber(text);
    if (number === undefined) return t('number.none');
    if (Math.abs(number) > Number.MAX_SAFE_INTEGER)
      return t('number.large', { max: print(Number.MAX_SAFE_INTEGER) });
    if (number < min && max === Infinity) return t('number.least', { min: print(min) });
    if (number > max && min === -Infinity) return t('number.most', { max: print(max) });
    if (number < min || number > max) return t('number.between', { min: print(min), max: print(max) });
    return null;
  };
  const take = (text: string) => {
    setTyped(text);
    if (text.trim() === '') onChange(undefined);
    else if (wrongWith(text) === null) onChange(i18n.parseNumber(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || props.isReadOnly || props.isDisabled) return;
    event.preventDefault();
    const next = (value ?? 0) + direction * step * (event.shiftKey ? 10 : 1);
    // Twelve decimals are more than any unit here needs, and hide the rounding error of 0.1 + 0.2.
    const tidy = Number(Math.min(max, Math.max(min, next)).toFixed(12));
    setTyped(undefined);
    onChange(tidy);
  };
  const text = typed ?? print(value);
  const wrong = typed === undefined ? null : wrongWith(typed);

  return (
    <AriaTextField
      value={text}
      onChange={take}
      onFocus={() => props.onFocus?.()}
      onBlur={() => {
        if (wrong === null) setTyped(undefined);
        props.onBlur?.();
      }}
      validate={wrongWith}
      isInvalid={props.error !== undefined || wrong !== null}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
      isReadOnly={props.isReadOnly ?? false}
      autoFocus={props.autoFocus ?? false}
      {...(props.name ? { name: props.name } : {})}
      inputMode="decimal"
      autoComplete="off"
      className={classes('g-field', props.className)}
    >
      <FieldLabel label={label} hideLabel={hideLabel ?? false} isRequired={props.isRequired ?? false} />
      <Group className="g-number-box" onKeyDown={onKeyDown}>
        <Input className="g-input g-figures" placeholder={props.placeholder ?? ''} />
        {unit && <span className="g-unit">{unit}</span>}
      </Group>
      <FieldMessages description={props.description} error={props.error ?? wrong ?? undefined} />
    </AriaTextField>
  );
}
