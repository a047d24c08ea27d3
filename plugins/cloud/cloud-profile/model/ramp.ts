/** Nine colours of viridis, which colour-blind people can read, dark to light. */
const STOPS = [0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725];

/** The colour at a share of the range, 0 to 1. */
export function rampOf(share: number): number {
  const at = Math.max(0, Math.min(1, share)) * (STOPS.length - 1);
  const first = Math.min(STOPS.length - 2, Math.floor(at));
  const part = at - first;
  const [a, b] = [STOPS[first]!, STOPS[first + 1]!];
  const mixed = (shift: number) =>
    Math.round(((a >> shift) & 0xff) * (1 - part) + ((b >> shift) & 0xff) * part) << shift;
  return mixed(16) | mixed(8) | mixed(0);
}
