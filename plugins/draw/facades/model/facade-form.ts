import { action, computed, makeObservable, observable } from 'mobx';
import { parseLength } from '#core/geodesy';
import { serviceToken } from '#core/kernel';

/** Metres; nothing that stands is higher. */
const HIGHEST = 2000;

/** How high a façade rises from its foot: as it is typed, or as the pointer has it. */
export class FacadeForm {
  text = '';
  /** As the pointer has it, metres; negative downwards. */
  pointed: number | undefined = undefined;
  /** How many walls stand on the foot that has been drawn; none while it is. */
  walls = 0;
  /** Why it cannot be done, a text key. */
  problem: string | undefined = undefined;
  /** Draws the walls so high; the tool's. */
  apply: () => void = NOTHING;

  constructor() {
    makeObservable(this, {
      text: observable,
      pointed: observable,
      walls: observable,
      problem: observable,
      typed: computed,
      height: computed,
      stand: action,
      point: action,
      type: action,
      tell: action,
    });
  }

  /** Metres, as far as the text says them. */
  get typed(): number | undefined {
    const metres = this.text.trim() === '' ? undefined : parseLength(this.text);
    return metres !== undefined && metres !== 0 && Math.abs(metres) <= HIGHEST ? metres : undefined;
  }

  /** What is typed counts more than the pointer. */
  get height(): number | undefined {
    return this.text.trim() === '' ? this.pointed : this.typed;
  }

  /** A foot of so many walls has been drawn; none: it is to be drawn. */
  stand(walls: number, apply: () => void = NOTHING): void {
    Object.assign(this, { walls, apply, text: '', pointed: undefined, problem: undefined });
  }

  point(metres: number | undefined): void {
    this.pointed = metres;
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  tell(problem: string): void {
    this.problem = problem;
  }
}

const NOTHING = (): void => undefined;

// Inside this plugin only.
export const FACADE = serviceToken<FacadeForm>('facades.Facade');
