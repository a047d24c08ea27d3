import { BehaviorSubject } from 'rxjs';
import type { WorkspaceLayout } from '../api.ts';

/** Whether one map fills the workspace, or two. */
export class SplitLayout implements WorkspaceLayout {
  readonly share$ = new BehaviorSubject<number | undefined>(undefined);

  get share(): number | undefined {
    return this.share$.value;
  }

  divide(share: number | undefined): void {
    this.share$.next(share);
  }
}
