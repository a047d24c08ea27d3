import { METRES } from '#core/geodesy';
import { UnitField, type UnitFieldProps } from './UnitField.tsx';
import { useSetting } from './useSetting.ts';

/** A length or a height in the unit of the open project. Value and limits are metres. */
export function LengthField(props: UnitFieldProps) {
  const [{ lengthUnit }] = useSetting('units');
  const isLarge = lengthUnit === 'km' || lengthUnit === 'mi';
  return <UnitField {...props} unit={lengthUnit} size={METRES[lengthUnit]} isLarge={isLarge} />;
}
