import { observable, runInAction } from 'mobx';
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Gesture } from '#core/mapview';
import { desk, TestPointer, object } from '#core/testing';
import { BaseToolSession, type StateOfTool } from './session.ts';

const house = object('house', { type: 'Point', coordinates: [0, 0] });

/** Places pins; each is shown until the tool is cancelled or put away. */
class PinSession extends BaseToolSession {
  readonly moved$ = new Subject<void>();
  readonly options = observable({ size: 1 });
  readonly messages: string[] = [];
  count = 0;

  begin(): void {
    this.follow(() => this.messages.push('moved'), this.moved$);
    this.react(
      () => this.messages.push('resized'),
      () => this.options.size,
    );
    this.lifetime.add(() => this.messages.push('closed'));
  }

  protected override onClick(gesture: Gesture): void {
    if (this.pick(gesture).length === 0) return this.refuse('pins:problem.nothing-here');
    this.count += 1;
    this.preview([house]);
    this.show({ shapes: [] });
    this.show({ shapes: [] }, 'pins');
    this.update();
  }
  protected override onDown({ shift }: Gesture): boolean {
    return shift;
  }
  protected override takeBack(): boolean {
    if (this.count === 0) return false;
    this.count -= 1;
    this.update();
    return true;
  }
  override complete(): void {
    this.messages.push('completed');
  }
  protected override describe(): StateOfTool {
    return { hint: `pins:hint.${this.count}`, canComplete: this.count > 0 };
  }
}

function pinning() {
  const setUp = desk([house]);
  const session = new PinSession(setUp);
  session.begin();
  const hints: string[] = [];
  session.state$.subscribe(({ hint }) => hints.push(hint));
  return { ...setUp, session, hints, pointer: new TestPointer(setUp.view, session) };
}

describe('A tool session', () => {
  it('describes its state again at each update', () => {
    const { pointer, hints, session } = pinning();
    expect(session.state).toEqual({ hint: 'pins:hint.0', canComplete: false, busy: false });
    pointer.click(500, 500);
    expect(session.state).toEqual({ hint: 'pins:hint.1', canComplete: true, busy: false });
    expect(hints).toEqual(['pins:hint.0', 'pins:hint.1']);
  });

  it('shows a problem until the next click', () => {
    const { pointer, session } = pinning();
    pointer.click(100, 100);
    pointer.move(300, 300);
    expect(session.state.hint).toBe('pins:problem.nothing-here');
    pointer.click(500, 500);
    expect(session.state.hint).toBe('pins:hint.1');
  });

  it('claims the drag that its handler claims', () => {
    const { pointer } = pinning();
    expect(pointer.drag([500, 500], [600, 600], { shift: true })).toBe(true);
    expect(pointer.drag([500, 500], [600, 600])).toBe(false);
  });

  it('undoes the last step with Backspace and Ctrl+Z, where possible', () => {
    const { pointer, session } = pinning();
    pointer.click(500, 500).click(500, 500);
    expect(pointer.key('Backspace')).toBe(true);
    expect(pointer.key('z', { ctrl: true })).toBe(true);
    expect(pointer.key('Backspace')).toBe(false);
    expect(session.count).toBe(0);
  });

  it('completes with the right button, where possible', () => {
    const { pointer, session } = pinning();
    pointer.context(500, 500);
    expect(session.messages).toEqual([]);
    pointer.click(500, 500).context(500, 500);
    expect(session.messages).toEqual(['completed']);
  });

  it('removes sketches and preview from the map when it is cancelled', () => {
    const { pointer, session, view } = pinning();
    pointer.click(500, 500);
    expect([...view.sketches.keys()]).toEqual(['tool', 'pins']);
    expect(view.previewed).toEqual([house]);
    session.cancel();
    expect(view.sketches.size).toBe(0);
    expect(view.previewed).toEqual([]);
  });

  it('leaves nothing behind when it is put away, and draws nothing after that', () => {
    const { pointer, session, view } = pinning();
    view.setCursor('crosshair');
    runInAction(() => (session.options.size = 2));
    session.moved$.next();
    session.dispose();
    expect(session.messages).toEqual(['resized', 'moved', 'closed']);
    expect(view.cursor).toBeUndefined();
    session.moved$.next();
    pointer.click(500, 500);
    expect(session.messages).toHaveLength(3);
    expect(view.sketches.size).toBe(0);
    expect(view.previewed).toEqual([]);
  });
});
