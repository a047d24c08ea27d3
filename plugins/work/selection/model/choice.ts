import { makeAutoObservable, observableRef } from 'mobx';
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
  question: PickQuestion | undefined = undefined;

  constructor() {
    makeAutoObservable(this, { question: observableRef });
  }

  ask(question: PickQuestion): void {
    this.question = question;
  }

  answer(id: string): void {
    const { question } = this;
    this.close();
    question?.choose(id);
  }

  close(): void {
    this.question = undefined;
  }
}
export const CHOICE = serviceToken<ObjectChoice>('selection.ChoiceModel');
