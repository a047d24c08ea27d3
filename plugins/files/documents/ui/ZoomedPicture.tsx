import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { canFillScreen, toggleFullscreen } from '#core/browser';
import { Icon, IconButton, useTranslate } from '#core/react';

const MOST = 8;
const STEP = 1.4;

interface Zoomed {
  readonly by: number;
  /** Of the middle, CSS pixels. */
  readonly x: number;
  readonly y: number;
}
const WHOLE: Zoomed = { by: 1, x: 0, y: 0 };

interface ZoomedPictureProps {
  src: string;
  alt: string;
  /** What lies over it, in pixels of the picture. */
  over?: (size: readonly [width: number, height: number]) => ReactNode;
  /** Something is drawn on it: it is neither dragged nor zoomed by a double click. */
  isFixed?: boolean;
}

/** A picture that fills its place: zoomed by wheel, buttons and double click, moved by dragging. */
export function ZoomedPicture({ src, alt, over, isFixed = false }: ZoomedPictureProps) {
  const t = useTranslate('documents');
  const [zoomed, setZoomed] = useState(WHOLE);
  const [size, setSize] = useState<readonly [number, number]>();
  const whole = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const zoom = (factor: number) =>
    setZoomed((before) => {
      const by = Math.min(MOST, Math.max(1, before.by * factor));
      const part = by / before.by;
      return by === 1 ? WHOLE : { by, x: before.x * part, y: before.y * part };
    });
  useEffect(() => {
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    };
    const element = place.current;
    // React's own listener could not keep the dialog from scrolling.
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  const drag = (event: PointerEvent) => {
    if (isFixed || event.buttons !== 1 || zoomed.by === 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setZoomed(({ by, x, y }) => ({ by, x: x + event.movementX, y: y + event.movementY }));
  };
  const { by, x, y } = zoomed;
  return (
    <div ref={whole} className="doc-zoomed">
      <div
        ref={place}
        className="doc-picture"
        data-zoomed={(by > 1 && !isFixed) || undefined}
        onPointerMove={drag}
        onDoubleClick={() => isFixed || (by > 1 ? setZoomed(WHOLE) : zoom(3))}
      >
        <div className="doc-layers" style={{ transform: `translate(${x}px, ${y}px) scale(${by})` }}>
          <img
            src={src}
            alt={alt}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize([naturalWidth, naturalHeight])
            }
          />
          {size && over?.(size)}
        </div>
      </div>
      <div className="doc-zoom">
        <IconButton
          size="s"
          label={t('zoom.out')}
          icon={<Icon name="minus" />}
          onPress={() => zoom(1 / STEP)}
        />
        <IconButton size="s" label={t('zoom.in')} icon={<Icon name="plus" />} onPress={() => zoom(STEP)} />
        <IconButton
          size="s"
          label={t('zoom.whole')}
          icon={<Icon name="extent" />}
          onPress={() => setZoomed(WHOLE)}
        />
        {canFillScreen() && (
          <IconButton
            size="s"
            label={t('zoom.screen')}
            icon={<Icon name="scale" />}
            onPress={() => void toggleFullscreen(whole.current!)}
          />
        )}
      </div>
    </div>
  );
}
