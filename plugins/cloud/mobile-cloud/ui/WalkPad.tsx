import { useEffect, useRef } from 'react';
import { IconButton, useTranslate } from '#core/react';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { CloudView } from '#plugins/cloud/point-cloud/api';

/** Milliseconds between steps while a button is held. */
const PACE = 100;
const WAYS = [
  { way: 'left', icon: <ArrowLeft />, right: -1, down: 0 },
  { way: 'ahead', icon: <ArrowUp />, right: 0, down: -1 },
  { way: 'back', icon: <ArrowDown />, right: 0, down: 1 },
  { way: 'right', icon: <ArrowRight />, right: 1, down: 0 },
] as const;

/** Buttons that walk while they are held. */
export function WalkPad({ view }: { view: CloudView }) {
  const t = useTranslate('mobile-cloud');
  const walking = useRef<ReturnType<typeof setInterval>>(undefined);
  const stop = () => clearInterval(walking.current);
  useEffect(() => stop, []);
  return (
    <div className="mobile-cloud-pad" role="group" aria-label={t('walk.label')}>
      {WAYS.map(({ way, icon, right, down }) => (
        <IconButton
          key={way}
          label={t(`walk.${way}`)}
          icon={icon}
          onPressStart={() => {
            stop();
            view.pan(right, down);
            walking.current = setInterval(() => view.pan(right, down), PACE);
          }}
          onPressEnd={stop}
        />
      ))}
    </div>
  );
}
