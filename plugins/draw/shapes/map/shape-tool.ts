import type { Tool, ToolContext } from '#core/tools';
import { RECIPES, type ShapeName } from '../model/recipes.ts';
import type { Parts } from './parts.ts';
import { ShapeSession } from './shape-session.ts';

/** Draws shapes that follow from two or three points. */
export class ShapeTool implements Tool {
  constructor(
    readonly name: ShapeName,
    readonly parts: Parts,
  ) {}

  start(context: ToolContext): ShapeSession {
    const recipe = RECIPES[this.name](() => this.parts.options.sides);
    return new ShapeSession(recipe, context, this.parts);
  }
}
