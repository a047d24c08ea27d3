import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { copyText } from '#core/browser';
import type { Pixel } from '#core/mapview';
import { Icon, IconButton, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { useToolPhase } from './useToolPhase.ts';
import './Bubble.css';

/** CSS pixels an arrow key moves a bubble; four times as much with Shift. */
const STEP = 8;
const ARROWS: Readonly<Record<string, Pixel>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const GRIP = { path: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01' };

/** Position of a bubble, in CSS pixels from the measured place. */
export interface BubblePlacement {
  /** Of the top left corner. */
  readonly offset: Pixel;
  /** End of the leader. */
  readonly leader: Pixel;
}

interface BubbleFrameProps {
  /** Accessible name, heading, and the text that is copied. */
  text: {
    readonly title: string;
    readonly value: string;
    readonly name?: string | undefined;
    readonly whole: string;
  };
  /** Undefined until placed. */
  place: BubblePlacement | undefined;
  box: (element: HTMLElement | null) => void;
  drag: (offset: Pixel) => void;
  close: () => void;
  /** Shows only the header, in one line; all bubbles do while a tool captures. */
  folded: boolean;
  fold: (folded: boolean) => void;
  /** More buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A bubble beside its place. It can be dragged by its header or moved with arrow keys, copied, folded and closed. While
 * a tool is in hand, clicks on anything but its buttons reach the map; while the tool captures, all do.
 */
export function BubbleFrame(props: BubbleFrameProps) {
  const { text, place, box, drag, close, fold, actions, children } = props;
  const phase = useToolPhase();
  const folded = props.folded || phase === 'capturing';
  const t = useTranslate('measure-2d');
  const toasts = useService(TOASTS);
  const held = useRef<{ pointer: number; from: Pixel; offset: Pixel }>(undefined);
  const [x, y] = place?.offset ?? [0, 0];

  const copy = async (): Promise<void> => {
    if ((await copyText(text.whole)) === 'clipboard') toasts.show('success', t('bubble.copied'));
    else toasts.show('error', t('bubble.not-copied'));
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
  const release = (): void => {
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
        data-tool={phase}
        style={{ translate: `${x}px ${y}px`, visibility: place ? 'visible' : 'hidden' }}
      >
        <header className="measure-head">
          <button
            type="button"
            className="g-row measure-grip"
            aria-label={t('bubble.drag')}
            onPointerDown={take}
            onPointerMove={carry}
            onPointerUp={release}
            onPointerCancel={release}
            onKeyDown={nudge}
          >
            <Icon name={GRIP} size={12} />
            {text.name !== undefined && <span className="measure-name">{text.name} </span>}
            <span className="measure-value">{text.value}</span>
          </button>
          {!folded && (
            <>
              <IconButton
                size="s"
                label={t('bubble.copy')}
                icon={<Icon name="copy" />}
                onPress={() => void copy()}
              />
              {actions}
            </>
          )}
          {phase !== 'capturing' && (
            <>
              <IconButton
                size="s"
                label={t(folded ? 'bubble.unfold' : 'bubble.fold')}
                icon={<Icon name={folded ? 'chevron-down' : 'chevron-up'} />}
                onPress={() => fold(!folded)}
              />
              <IconButton size="s" label={t('bubble.close')} icon={<Icon name="close" />} onPress={close} />
            </>
          )}
        </header>
        {!folded && children}
      </section>
    </>
  );
}

/** The leader from the measured place to the bubble. */
function Leader({ to }: { to: Pixel }) {
  return (
    <svg className="measure-leader" width="1" height="1" aria-hidden="true">
      <line x1="0" y1="0" x2={to[0]} y2={to[1]} />
    </svg>
  );
}
