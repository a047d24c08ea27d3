import { merge } from 'rxjs';
import { Lifetime } from '#core/kernel';
import type { Anchored } from '#core/mapview';
import type { CloudAnnotation } from '#core/protocol';
import type { CloudView } from '#plugins/cloud/point-cloud/api';
import type { AnnotationSigns } from '../api.ts';
import { colourOfCategory } from '../model/colour-of-category.ts';
import { declutter, MOST_LETTERS, type PlacedSign } from '../model/declutter.ts';
import './signs.css';

interface DrawnSign {
  readonly element: HTMLElement;
  readonly title: HTMLElement;
  readonly others: HTMLElement;
  readonly anchored: Anchored;
  readonly of: CloudAnnotation;
}

/** What is read out of a sign. */
type LabelOf = (annotation: CloudAnnotation, others: number) => string;

/** The signs of annotations on a view, as many as there is room for; those that are cut away are not shown. */
export class Signs implements AnnotationSigns {
  readonly #view: CloudView;
  readonly #choose: (annotation: CloudAnnotation) => void;
  readonly label: LabelOf;
  readonly #lifetime = new Lifetime();
  readonly #drawn = new Map<string, DrawnSign>();
  #annotations: readonly CloudAnnotation[] = [];
  #chosen: string | undefined;
  #frame = 0;

  constructor(view: CloudView, choose: (annotation: CloudAnnotation) => void, label: LabelOf) {
    this.#view = view;
    this.#choose = choose;
    this.label = label;
    const following = merge(view.camera$, view.cut$).subscribe(() => this.#later());
    this.#lifetime.add(() => following.unsubscribe());
    this.#lifetime.add(() => cancelAnimationFrame(this.#frame));
  }

  show(annotations: readonly CloudAnnotation[], chosen: string | undefined): void {
    this.#annotations = annotations;
    this.#chosen = chosen;
    this.#later();
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const { anchored } of this.#drawn.values()) anchored.dispose();
    this.#drawn.clear();
  }

  #later(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const view = this.#view;
    const [ex, ey, ez] = view.eye.at;
    const signs = this.#annotations.flatMap((annotation) => {
      const pixel = view.keeps(annotation.position) ? view.toPixel(annotation.position) : undefined;
      if (!pixel) return [];
      const [x, y, z] = view.toCloud(annotation.position);
      const rank = annotation.id === this.#chosen ? -1 : Math.hypot(x - ex, y - ey, z - ez);
      return [{ id: annotation.id, title: annotation.title, pixel, rank }];
    });
    const placed = new Map(declutter(signs).map((sign) => [sign.id, sign]));
    const byId = new Map(this.#annotations.map((annotation) => [annotation.id, annotation]));
    for (const [id, sign] of this.#drawn)
      if (!placed.has(id) || byId.get(id) !== sign.of) {
        sign.anchored.dispose();
        this.#drawn.delete(id);
      }
    for (const [id, sign] of placed) {
      const annotation = byId.get(id)!;
      const drawn = this.#drawn.get(id) ?? this.#make(annotation);
      this.#drawn.set(id, drawn);
      this.#paint(drawn, sign);
    }
  }

  #make(annotation: CloudAnnotation): DrawnSign {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'can-sign';
    element.style.setProperty('--can-colour', colourOfCategory(annotation.category));
    const [pin, title, others] = ['can-pin', 'can-title', 'can-others'].map((className) => {
      const part = document.createElement('span');
      part.className = className;
      return part;
    }) as [HTMLElement, HTMLElement, HTMLElement];
    const letters = [...annotation.title];
    title.textContent =
      letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join('')}…` : annotation.title;
    element.append(pin, title, others);
    element.addEventListener('click', () => this.#choose(annotation));
    const anchored = this.#view.anchor(element, annotation.position);
    return { element, title, others, anchored, of: annotation };
  }

  #paint({ element, title, others, of }: DrawnSign, sign: PlacedSign): void {
    title.hidden = !sign.hasTitle;
    others.hidden = sign.others === 0;
    others.textContent = `+${sign.others}`;
    element.classList.toggle('can-chosen', of.id === this.#chosen);
    element.setAttribute('aria-label', this.label(of, sign.others));
  }
}
