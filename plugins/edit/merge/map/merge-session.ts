import type { Gesture } from '#core/mapview';
import { BaseToolSession, type StateOfTool, type ToolContext } from '#core/tools';
import type { MergeKind } from '../model/merged.ts';
import type { Merging } from '../model/merging.ts';

/** Clicks add or remove objects; Enter opens the dialog. With several objects selected it opens at once. */
export class MergeSession extends BaseToolSession {
  constructor(
    readonly how: MergeKind,
    context: ToolContext,
    readonly merging: Merging,
  ) {
    super(context);
    const { targets } = merging;
    this.follow(() => this.update(), targets.selection.ids$, this.project.document.changes$);
    this.react(
      () => this.update(),
      () => merging.proposal,
    );
    this.lifetime.add(() => merging.drop());
    if (targets.objects.length > 1) this.complete();
  }

  override complete(): void {
    const fault = this.merging.propose(this.project, this.how);
    this.refuse(fault && `merge:problem.${fault}`);
  }

  override cancel(): void {
    this.clearProblem();
    this.merging.drop();
    this.merging.targets.selection.clear();
  }

  protected override onMove(gesture: Gesture): void {
    this.view.setCursor(this.pick(gesture).length > 0 ? 'pointer' : undefined);
  }

  protected override onContextMenu(): void {
    this.complete();
  }

  protected override onClick(gesture: Gesture): void {
    this.refuse(this.merging.targets.choose(this.pick(gesture), gesture, true));
  }

  protected override describe(): StateOfTool {
    const count = this.merging.targets.objects.length;
    const asking = this.merging.proposal !== undefined;
    const hint = asking ? 'asking' : count > 1 ? `ready.${this.how}` : count === 1 ? 'second' : 'first';
    return {
      hint: count > 0 ? `merge:hint.${hint}` : this.merging.targets.reason(`merge:hint.${hint}`),
      hintValues: { count },
      canComplete: count > 1 && !asking,
      busy: asking || count > 0,
    };
  }
}
