import { CircleDashed } from 'lucide-react';
import type { IconName } from '#core/plugin';
import { ICONS } from './icons.ts';

/**
 * An icon by its name in the set, or a plugin's own drawing on a 24 × 24 grid. It is decorative: the accessible name
 * comes from the control around it. Unknown names show a dashed circle.
 */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const drawn = typeof name === 'object' ? name : (ICONS[name] ?? UNKNOWN);
  if ('path' in drawn)
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={drawn.path} />
      </svg>
    );
  const Drawn = drawn;
  return <Drawn size={size} aria-hidden="true" />;
}

/** Shown for unknown names. */
const UNKNOWN = CircleDashed;
