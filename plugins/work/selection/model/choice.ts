import { BehaviorSubject } from 'rxjs';
import type { MapObject } from '#core/document';
import type { Position } from '#core/protocol';
import { serviceToken } from '#core/kernel';

/** Several objects under the pointer: which one is meant? */
export interface PickQuestion {
  /** Points and lines before areas, the nearest and the smallest first. */
  readonly candidates: readonly MapObject[];
  readonly at: Position;
  readonly choose: (id: string) => void;
}

/** The open question, if any. */
export class ObjectChoice {
  readonly #question = new BehaviorSubject<PickQuestion | undefined>(undefined);
  readonly question$ = this.#question.asObservable();

  get question(): PickQuestion | undefined {
    return this.#question.value;
  }

  ask(question: PickQuestion): void {
    this.#question.next(question);
  }

  answer(id: string): void {
    const { question } = this;
    this.close();
    question?.choose(id);
  }

  close(): void {
    if (this.question) this.#question.next(undefined);
  }
}
export const CHOICE = serviceToken<ObjectChoice>('selection.ChoiceModel');
