import type { SettingContribution } from '#core/plugin';

export interface Section {
  /** Text key of the title. */
  readonly title: string;
  readonly settings: readonly SettingContribution[];
}

/** Settings grouped by section, in ascending order; a section's position is that of its first setting. */
export function sectionsOf(definitions: readonly SettingContribution[]): readonly Section[] {
  const sections = new Map<string, SettingContribution[]>();
  for (const setting of [...definitions].sort((a, b) => a.order - b.order)) {
    const section = sections.get(setting.section);
    if (section) section.push(setting);
    else sections.set(setting.section, [setting]);
  }
  return [...sections].map(([title, settings]) => ({ title, settings }));
}
