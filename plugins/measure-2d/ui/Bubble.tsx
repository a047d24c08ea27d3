import { observer } from 'mobx-react-lite';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Pixel } from '#core/mapview';
import {
  Disclosure,
  Icon,
  IconButton,
  ToggleButton,
  useI18n,
  useObservable,
  useProjectable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { TOASTS } from '#core/toasts';
import type { Measure } from '../model/measures.ts';
import { measureText } from '../model/measure-text.ts';
import { textsOf } from '../model/texts.ts';
import { KEEPING, MEASURES } from '../model/tokens.ts';
import { NearestPlace } from './NearestPlace.tsx';
import { OperationNote } from './OperationNote.tsx';
import './Bubble.css';

/** CSS pixels that an arrow key moves a bubble by; with Shift four times as much. */
const STEP = 8;
const ARROWS: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Where a bubble stands; CSS pixels from the place measured. */
export interface Place {
  /** Of its top left corner. */
  readonly offset: Pixel;
  /** Where the line to it ends. */
  readonly leader: Pixel;
}

interface BubbleProps {
  measure: Measure;
  /** Undefined until it is placed. */
  place: Place | undefined;
  box: (element: HTMLElement | null) => void;
  drag: (offset: Pixel) => void;
  close: () => void;
}

/** What a measure says: dragged by its head (or by arrow keys on it), copied, closed. */
export const Bubble = observer(function Bubble({ measure, place, box, drag, close }: BubbleProps) {
  const t = useTranslate('measure-2d');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const toasts = useService(TOASTS);
  const measures = useService(MEASURES);
  const keeping = useService(KEEPING);
  const session = useService(SESSION);
  useObservable(session.me$, session.me);
  const mayKeep = keeping.mayKeep();
  useSetting('angleUnit');
  const [epsg] = useSetting('epsg');
  useProjectable(epsg);
  const held = useRef<{ pointer: number; from: Pixel; offset: Pixel }>(undefined);
  const text = measureText(measure, textsOf(i18n, settings, measures));
  const [x, y] = place?.offset ?? [0, 0];

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text.whole);
      toasts.show('success', t('bubble.copied'));
    } catch {
      toasts.show('error', t('bubble.not-copied'));
    }
  };
  const take = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    held.current = { pointer: event.pointerId, from: [event.clientX, event.clientY], offset: [x, y] };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const carry = (event: PointerEvent<HTMLElement>): void => {
    const { current } = held;
    if (current?.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - current.from[0], event.clientY - current.from[1]];
    if (dx !== 0 || dy !== 0) drag([current.offset[0] + dx, current.offset[1] + dy]);
  };
  const letGo = (): void => {
    held.current = undefined;
  };
  const nudge = (event: KeyboardEvent<HTMLElement>): void => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    const by = event.shiftKey ? 4 : 1;
    drag([x + arrow[0] * by, y + arrow[1] * by]);
  };

  return (
    <>
      {place && <Leader to={place.leader} />}
      <section
        ref={box}
        className="measure-bubble"
        aria-label={text.title}
        style={{ translate: `${x}px ${y}px`, visibility: place ? 'visible' : 'hidden' }}
      >
        <header className="measure-head">
          <button
            type="button"
            className="measure-grip"
            aria-label={t('bubble.drag')}
            onPointerDown={take}
            onPointerMove={carry}
            onPointerUp={letGo}
            onPointerCancel={letGo}
            onKeyDown={nudge}
          >
            <span className="measure-value">{text.value}</span>
          </button>
          <IconButton
            size="s"
            label={t('bubble.copy')}
            icon={<Icon name="copy" />}
            onPress={() => void copy()}
          />
          {mayKeep && (
            <ToggleButton
              size="s"
              label={t(measure.kept ? 'bubble.kept' : 'bubble.keep')}
              icon={<Icon name="save" />}
              isSelected={measure.kept === true}
              onChange={(on) => keeping.keep(measure.id, on)}
            />
          )}
          <IconButton size="s" label={t('bubble.close')} icon={<Icon name="close" />} onPress={close} />
        </header>
        {text.others.map((line) => (
          <p key={line} className="measure-second">
            {line}
          </p>
        ))}
        <p className="measure-basis">{text.basis}</p>
        {text.operations.map((operation) => (
          <OperationNote key={operation.text} operation={operation} />
        ))}
        {measure.kind === 'coordinates' && (
          <NearestPlace key={measure.vertices[0]!.join()} position={measure.vertices[0]!} />
        )}
        {text.segments.length > 1 && (
          <More
            title={t('bubble.segments', { count: text.segments.length })}
            lines={text.segments}
            numbered
          />
        )}
        {text.factors.length > 0 && <More title={t('bubble.factors')} lines={text.factors} />}
      </section>
    </>
  );
});

/** Lines that are seen on request. */
function More({ title, lines, numbered }: { title: string; lines: readonly string[]; numbered?: boolean }) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <Disclosure title={title}>
      <List className="measure-segments">
        {lines.map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </List>
    </Disclosure>
  );
}

/** The line from the place measured to its bubble. */
function Leader({ to }: { to: Pixel }) {
  return (
    <svg className="measure-leader" width="1" height="1" aria-hidden="true">
      <line x1="0" y1="0" x2={to[0]} y2={to[1]} />
    </svg>
  );
}
