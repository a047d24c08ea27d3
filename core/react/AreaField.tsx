import { SQUARE_METRES } from '#core/geodesy';
import { UnitField, type UnitFieldProps } from './UnitField.tsx';
import { useSetting } from './useSetting.ts';

/** An area in the unit of the open project. Value and limits are square metres. */
export function AreaField(props: UnitFieldProps) {
  const [{ areaUnit }] = useSetting('units');
  const size = SQUARE_METRES[areaUnit];
  return <UnitField {...props} unit={areaUnit} size={size} isLarge={size >= SQUARE_METRES.acUS} />;
}
