import { NumberField, type NumberFieldProps } from './NumberField.tsx';

/** Value and limits are in the stored unit. `step` is in the unit shown; a thousandth of it in a large one. */
export type UnitFieldProps = Omit<NumberFieldProps, 'unit'>;

interface InUnitProps extends UnitFieldProps {
  unit: string;
  /** Stored units per unit shown. */
  size: number;
  isLarge: boolean;
}

/** A number that is shown and typed in another unit than it is stored. */
export function UnitField({
  value,
  onChange,
  min,
  max,
  step = 1,
  digits,
  size,
  isLarge,
  ...rest
}: InUnitProps) {
  const inUnit = (stored: number | undefined) => (stored === undefined ? undefined : stored / size);
  return (
    <NumberField
      {...rest}
      // What is being typed is not read in another unit.
      key={rest.unit}
      value={inUnit(value)}
      onChange={(typed) => onChange(typed === undefined ? undefined : typed * size)}
      min={inUnit(min)}
      max={inUnit(max)}
      step={isLarge ? step / 1000 : step}
      digits={digits ?? (isLarge ? 9 : 6)}
    />
  );
}
