import type { Edit } from '#core/document';
import type { History, Mark, StepLabel } from '#core/history';

/** Merges consecutive key presses on the same objects into one step. */
export class NudgeSteps {
  #going: { readonly mark: Mark; readonly on: unknown; readonly steps: number } | undefined;

  constructor(readonly history: History) {}

  perform(on: unknown, edit: Edit, label: StepLabel): void {
    const { history } = this;
    const going = this.#going?.on === on ? this.#going : undefined;
    const mark = going?.steps === history.state.done.length ? going.mark : history.mark();
    history.perform(edit, label);
    history.merge(mark, label);
    this.#going = { mark, on, steps: history.state.done.length };
  }
}
