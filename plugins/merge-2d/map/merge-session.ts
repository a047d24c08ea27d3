import { BehaviorSubject, merge } from 'rxjs';
import { reaction } from 'mobx';
import { Lifetime } from '#core/kernel';
import type { Gesture } from '#core/mapview';
import type { ToolContext, ToolSession, ToolState } from '#core/tools';
import type { MergeKind } from '../model/merged.ts';
import type { Merging } from '../model/merging.ts';

/** CSS pixels around the pointer that still count as on an object. */
const REACH = { mouse: 6, pen: 8, touch: 16 };

/** Clicks take objects in and out; Enter asks how they shall be merged or combined. With several selected it asks at once. */
export class MergeSession implements ToolSession {
  readonly state$: BehaviorSubject<ToolState>;
  readonly #lifetime = new Lifetime();
  #problem: string | undefined;

  constructor(
    readonly how: MergeKind,
    readonly context: ToolContext,
    readonly merging: Merging,
  ) {
    this.state$ = new BehaviorSubject(this.#stateNow());
    const { document } = context.project;
    this.#lifetime.add(merge(merging.selection.ids$, document.changes$).subscribe(() => this.#tell()));
    this.#lifetime.add(
      reaction(
        () => merging.proposal,
        () => this.#tell(),
      ),
    );
    this.#lifetime.add(() => merging.drop());
    this.#lifetime.add(() => context.view.setCursor(undefined));
    if (merging.selected(context.project).length > 1) this.complete();
  }

  get state(): ToolState {
    return this.state$.value;
  }

  gesture(gesture: Gesture): boolean {
    const { view } = this.context;
    if (gesture.kind === 'move')
      view.setCursor(view.pick(gesture.pixel, REACH[gesture.pointer]).length > 0 ? 'pointer' : undefined);
    else if (gesture.kind === 'context') this.complete();
    else if (gesture.kind === 'click') this.#click(gesture);
    return false;
  }

  complete(): void {
    const fault = this.merging.propose(this.context.project, this.how);
    this.#problem = fault && `merge-2d:problem.${fault}`;
    this.#tell();
  }

  cancel(): void {
    this.#problem = undefined;
    this.merging.drop();
    this.merging.selection.clear();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #click({ pixel, pointer }: Gesture): void {
    const { selection, isLocked } = this.merging;
    const under = this.context.view.pick(pixel, REACH[pointer]).map(({ object }) => object);
    const first = under.find((object) => !isLocked(object));
    this.#problem = under.length > 0 && !first ? 'merge-2d:problem.locked' : undefined;
    if (first) selection.toggle(first.id);
    this.#tell();
  }

  #tell(): void {
    this.state$.next(this.#stateNow());
  }

  #stateNow(): ToolState {
    const count = this.merging.selected(this.context.project).length;
    const asking = this.merging.proposal !== undefined;
    const hint = asking ? 'asking' : count > 1 ? 'ready' : count === 1 ? 'second' : 'first';
    return {
      hint: this.#problem ?? `merge-2d:hint.${hint === 'ready' ? `ready.${this.how}` : hint}`,
      hintValues: { count },
      canComplete: count > 1 && !asking,
      busy: asking || count > 0,
    };
  }
}
