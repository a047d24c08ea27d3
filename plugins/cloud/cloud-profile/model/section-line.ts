/** A position in the plane of the cloud's CRS, metres (or the unit of that CRS). */
export type PlanePlace = readonly [number, number];

/** Where a position lies beside a section line. */
export interface BesideLine {
  /** Along the line from its start. */
  readonly chainage: number;
  /** To the right of the line; negative to the left. */
  readonly offset: number;
}

/** The line of a section: chainages are lengths in the plane of the cloud's CRS. */
export class SectionLine {
  readonly length: number;
  /** The chainage of each vertex. */
  readonly chainages: readonly number[];

  /** @throws RangeError for fewer than two different vertices. */
  constructor(readonly vertices: readonly PlanePlace[]) {
    const chainages = [0];
    for (let i = 1; i < vertices.length; i++) {
      const [[ax, ay], [bx, by]] = [vertices[i - 1]!, vertices[i]!];
      chainages.push(chainages[i - 1]! + Math.hypot(bx - ax, by - ay));
    }
    this.chainages = chainages;
    this.length = chainages.at(-1)!;
    if (!(this.length > 0)) throw new RangeError('A section line needs two different vertices.');
  }

  /** The nearest place on the line; before its start and after its end the place there. */
  beside(x: number, y: number): BesideLine {
    let nearest = Infinity;
    let found: BesideLine = { chainage: 0, offset: 0 };
    for (let i = 1; i < this.vertices.length; i++) {
      const [[ax, ay], [bx, by]] = [this.vertices[i - 1]!, this.vertices[i]!];
      const length = this.chainages[i]! - this.chainages[i - 1]!;
      if (length === 0) continue;
      const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
      const [dx, dy] = [x - ax, y - ay];
      const along = Math.max(0, Math.min(length, dx * ux + dy * uy));
      const away = Math.hypot(dx - along * ux, dy - along * uy);
      if (away >= nearest) continue;
      nearest = away;
      found = {
        chainage: this.chainages[i - 1]! + along,
        offset: dx * uy - dy * ux < 0 ? -away : away,
      };
    }
    return found;
  }

  /** The position at a chainage and an offset to the right; beyond the ends on the straight continuation. */
  at(chainage: number, offset = 0): PlanePlace {
    const { along, place } = this.#legAt(chainage);
    return [place[0] + along[1] * offset, place[1] - along[0] * offset];
  }

  /** The lines across it every `every`, `half` long to each side, from left to right, with their chainages. */
  across(every: number, half: number): { readonly chainage: number; readonly line: SectionLine }[] {
    // A section at the end also where the length is a multiple but for rounding.
    const count = Math.floor(this.length / every + 1e-9) + 1;
    return Array.from({ length: count }, (_, i) => {
      const chainage = Math.min(i * every, this.length);
      return { chainage, line: new SectionLine([this.at(chainage, -half), this.at(chainage, half)]) };
    });
  }

  #legAt(chainage: number): { readonly along: PlanePlace; readonly place: PlanePlace } {
    let leg = this.chainages.findIndex((end, i) => i > 0 && chainage <= end && end > this.chainages[i - 1]!);
    if (leg < 0) leg = this.chainages.findLastIndex((end, i) => i > 0 && end > this.chainages[i - 1]!);
    const [[ax, ay], [bx, by]] = [this.vertices[leg - 1]!, this.vertices[leg]!];
    const start = this.chainages[leg - 1]!;
    const length = this.chainages[leg]! - start;
    const along: PlanePlace = [(bx - ax) / length, (by - ay) / length];
    return { along, place: [ax + along[0] * (chainage - start), ay + along[1] * (chainage - start)] };
  }
}
