import type { Language, TypeFile } from '#core/protocol';

/** Bundled files of object types; each is titled by `template.<id>`. */
const TEMPLATES = {
  cadastre: () => import('../templates/cadastre.json'),
  utilities: () => import('../templates/utilities.json'),
  trees: () => import('../templates/trees.json'),
  buildings: () => import('../templates/buildings.json'),
  roads: () => import('../templates/roads.json'),
} as const;
export type TemplateId = keyof typeof TEMPLATES;
export const TEMPLATE_IDS = Object.keys(TEMPLATES) as TemplateId[];

/** The template as the text of a file. Classes have one title: that of their choice in this language. */
export async function templateText(id: TemplateId, language: Language): Promise<string> {
  const { default: file } = await TEMPLATES[id]();
  const types = (file as unknown as TypeFile).types.map((type) => titled(type, language));
  return JSON.stringify({ ...file, types });
}

function titled(type: TypeFile['types'][number], language: Language): TypeFile['types'][number] {
  const { style, fields = [] } = type;
  if (style?.classes?.kind !== 'categorized') return type;
  const { classes } = style;
  const choices = fields.find(({ name }) => name === classes.field)?.choices ?? [];
  const categories = classes.categories.map((category) => ({
    ...category,
    title: choices.find(({ value }) => value === category.value)?.title[language],
  }));
  return { ...type, style: { ...style, classes: { ...classes, categories } } };
}
