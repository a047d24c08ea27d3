/** An attribute's value. A field may have the name of what every object inherits, like `constructor`. */
export function propertyOf<T>(
  properties: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
}
