/** The symbol of each unit of angles, by the names of the specification; `core/geodesy` has their signs. */
export const ANGLE_SYMBOLS = { degree: 'degree', dms: 'degree', radian: 'rad', gradian: 'gradian' } as const;
export type AngleSymbol = (typeof ANGLE_SYMBOLS)[keyof typeof ANGLE_SYMBOLS];
