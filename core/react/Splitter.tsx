import type { KeyboardEvent, PointerEvent } from 'react';
import { whileDragged } from './while-dragged.ts';
import './Splitter.css';

export interface SplitterProps {
  label: string;
  /** Direction of the line. */
  orientation: 'vertical' | 'horizontal';
  value: number;
  min: number;
  max: number;
  /** Change of the value by an arrow key. */
  step: number;
  /** Change of the value per pixel to the right or down: negative if the resized part is behind the line. */
  perPixel: (line: HTMLElement) => number;
  onChange: (value: number) => void;
  className: string;
  /** Horizontal position, if it follows from the value. */
  style?: { insetInlineStart: string };
}

const ARROWS = { vertical: ['ArrowLeft', 'ArrowRight'], horizontal: ['ArrowUp', 'ArrowDown'] } as const;

/** The line between two parts of the page, moved by dragging or with the arrow keys. */
export function Splitter({ label, orientation, value, min, max, step, ...rest }: SplitterProps) {
  const { perPixel, onChange, className, style } = rest;
  const set = (next: number) => onChange(Math.max(min, Math.min(max, next)));
  const at = (event: { clientX: number; clientY: number }) =>
    orientation === 'vertical' ? event.clientX : event.clientY;
  const drag = (event: PointerEvent<HTMLElement>) => {
    const from = at(event);
    const by = perPixel(event.currentTarget);
    whileDragged(event, (moved) => set(value + (at(moved) - from) * by));
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const [back, forth] = ARROWS[orientation];
    const way = event.key === forth ? 1 : event.key === back ? -1 : 0;
    if (way === 0) return;
    event.preventDefault();
    set(value + way * Math.sign(perPixel(event.currentTarget)) * step);
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={`g-splitter ${className}`}
      style={style}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
